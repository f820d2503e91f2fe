import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Autosave } from './autosave.ts'

/** Where a page without a Save button stands: nothing typed, being saved, saved, or not. */
export type SaveState =
  | { is: 'untouched' }
  | { is: 'saving' }
  | { is: 'saved'; at: Date }
  | { is: 'failed'; message: string }

/** Follows the parts of a page that are saved while they are typed. */
export interface SaveStatus {
  readonly state: ReadonlySignal<SaveState>
  typing(part: Autosave): void
  saving(part: Autosave): void
  saved(part: Autosave): void
  /** It lacks what it needs to be saved. */
  incomplete(part: Autosave): void
  failed(part: Autosave, message: string | undefined): void
  /** Saves everything that was typed, and again what failed. */
  flush(): Promise<void>
}

export function createSaveStatus(): SaveStatus {
  const open = signal<ReadonlyMap<Autosave, string | null>>(new Map())
  const at = signal<Date | null>(null)
  const put = (part: Autosave, message: string | null) => {
    open.value = new Map(open.peek()).set(part, message)
  }
  const drop = (part: Autosave) => {
    open.value = new Map([...open.peek()].filter(([one]) => one !== part))
  }
  return {
    state: computed((): SaveState => {
      const failed = [...open.value.values()].find((message) => message !== null)
      if (failed !== undefined && failed !== null) return { is: 'failed', message: failed }
      if (open.value.size) return { is: 'saving' }
      return at.value ? { is: 'saved', at: at.value } : { is: 'untouched' }
    }),
    typing: (part) => put(part, null),
    saving: (part) => put(part, null),
    saved(part) {
      at.value = new Date()
      drop(part)
    },
    incomplete: drop,
    failed: (part, message = 'This could not be saved.') => put(part, message),
    async flush() {
      await Promise.all([...open.peek().keys()].map((part) => part.flush()))
    },
  }
}
