import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { same } from '../store/merge.ts'
import type { DraftPlace, KeptDraft, LatestDraft } from './drafts.ts'
import type { Typed } from './typed.ts'

/** Milliseconds without a key after which what is typed is kept. */
const PAUSE = 500

/** A form whose typed values are kept on the device. */
export interface TypedForm {
  /** What is typed now; null for nothing that needs to be kept. */
  readonly typed: ReadonlySignal<Typed | null>
  /** Shows what was typed on an earlier visit. */
  restore(typed: Typed): void
  /** Takes back everything typed, so that the form shows what it would have shown without a draft. */
  reset(): void
}

/** The draft of an open form. */
export interface FollowedDraft {
  /** When what was restored had been typed, in milliseconds; null if nothing was. */
  readonly restoredAt: ReadonlySignal<number | null>
  /** What was typed in a form of this kind before and is shown only once it is taken; null if there is nothing. */
  readonly offered: ReadonlySignal<KeptDraft | null>
  /** Shows what is offered in place of what is on the screen. */
  take(): void
  /** Deletes what is offered; the returned function brings it back. */
  decline(): () => void
  /** Keeps what is typed without waiting for a pause; resolves when it is on the device. */
  keep(): Promise<void>
  /** Takes back what was restored and typed. */
  discard(): void
  /** Deletes the draft, since it is saved or no longer wanted. Nothing is kept after it. */
  end(): void
  /** Restores the draft and follows the form; the returned function ends it, and keeps what is typed. */
  start(): () => void
}

/**
 * Keeps what is typed in a form at each pause, files as soon as they are chosen, and all when the page is hidden, until
 * it is saved or discarded.
 * @param offer finds what is only offered, by forms that show nothing by themselves
 */
export function followTyped(
  place: DraftPlace,
  { typed, restore, reset }: TypedForm,
  offer?: () => Promise<LatestDraft | null>,
): FollowedDraft {
  const restoredAt = signal<number | null>(null)
  const offered = signal<KeptDraft | null>(null)
  /** The place of what is offered. */
  let before: DraftPlace | null = null
  /** What the device has. */
  let kept: Typed | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  /** Resolves when the device has what was kept last. */
  let keeping = Promise.resolve()

  function keep(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const now = typed.peek()
    if (ended || !now || isSame(now, kept)) return keeping
    const { files, ...rest } = now
    const hasSameFiles = files === kept?.files
    kept = now
    return (keeping = place.keep(hasSameFiles ? rest : now))
  }
  function remove() {
    clearTimeout(timer)
    timer = undefined
    kept = null
    restoredAt.value = null
    void place.remove()
  }
  async function read(isStill: () => boolean) {
    const draft = await place.read()
    if (!draft || ended || !isStill()) return
    const before = typed.peek()
    restore(draft)
    const now = typed.peek()
    if (isSame(now, before)) return
    restoredAt.value = draft.typed_at
    // What was typed while it was being read is not on the device yet.
    if (before === null) kept = now
    else void keep()
  }

  async function find(asked: () => Promise<LatestDraft | null>, isStill: () => boolean) {
    const found = await asked()
    if (!found || ended || !isStill()) return
    before = found.place
    offered.value = found.draft
  }

  return {
    restoredAt,
    offered,
    take() {
      const draft = offered.peek()
      if (!draft) return
      offered.value = null
      restore(draft)
      // Kept here before it goes there, so that a killed tab loses nothing.
      void keep()
      void before?.remove()
    },
    decline() {
      const [draft, there] = [offered.peek(), before]
      offered.value = null
      void there?.remove()
      return () => {
        if (!draft) return
        void there?.keep(draft)
        if (!ended) offered.value = draft
      }
    },
    keep,
    discard() {
      reset()
      remove()
    },
    end() {
      remove()
      ended = true
    },
    start() {
      let isStarted = true
      void (offer ? find(offer, () => isStarted) : read(() => isStarted))
      let isFirst = true
      const stop = effect(() => {
        const now = typed.value
        if (isFirst || ended) return void (isFirst = false)
        if (now === null) return void (kept !== null || timer !== undefined ? remove() : undefined)
        clearTimeout(timer)
        // A picture cannot be typed again, and a phone that has just shown its camera may end the page at any time.
        if (now.files?.length && now.files !== kept?.files) return void keep()
        timer = setTimeout(() => void keep(), PAUSE)
      })
      const hide = () => void keep()
      const leave = () => document.hidden && hide()
      document.addEventListener('visibilitychange', leave)
      addEventListener('pagehide', hide)
      return () => {
        isStarted = false
        hide()
        stop()
        document.removeEventListener('visibilitychange', leave)
        removeEventListener('pagehide', hide)
      }
    },
  }
}

const isSame = (a: Typed | null, b: Typed | null): boolean =>
  a === b || (a !== null && b !== null && a.files === b.files && same(a.values, b.values))
