import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Failure, Result } from '../resource/result.ts'
import { confirming, type ConfirmWarnings } from '../resource/warnings.ts'
import { deedsIn, neededBy, type Change, type Waiting } from './mutation.ts'
import { createUndoable, type Made, type Undoable } from './undoable.ts'

/** How a change is sent. */
export interface CommitOptions {
  /** The place of the refused change that this one replaces. */
  instead?: number
  /** Needs a connection at once: many changes that someone watches, such as an import. */
  online?: boolean
  /** Kept on the device before it is sent, and not waited for: for someone who goes on at once. */
  later?: boolean
  /** What belongs to the one record that this creates, by its id: kept with it in one step, and sent behind it. */
  below?: (id: Id) => readonly Change[]
  /** Codes of the warnings that are confirmed. */
  confirmed?: readonly string[]
  /** Called with the share of a file that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Stops an upload; what the server has received is used when the same is uploaded again. */
  signal?: AbortSignal
}

/** The implementation behind the writes, loaded after the first screen. */
export interface Sender {
  commit(change: Change, options?: CommitOptions): Promise<Result<RecordOf<Entity>[]>>
  /** Sends a refused change again, overwriting the newer version if it was refused because of one. */
  retry(at: number): Promise<void>
  /** Deletes a kept change, and those that cannot be sent without it; whatever has reached the server stays there. */
  discard(at: number): Promise<void>
  /** Who is signed in. */
  person(): Id | undefined
  /** Takes back a change that was made here: from the queue if it has not left, or by an undo like any other change. */
  undo(made: Made, confirmed?: readonly string[]): Promise<Result<RecordOf<Entity>[]>>
  /** The kept changes that cannot be sent without this one, because it creates what they belong to. */
  dependentsOf(at: number): readonly Waiting[]
  /** Tries to send everything now. */
  wake(): Promise<void>
  /** Resolves once what is kept has been read and is shown. */
  readonly loaded: Promise<void>
  /** The real ids of records that were created here, by their temporary ones. */
  readonly ids: ReadonlySignal<ReadonlyMap<Id, Id>>
  dispose(): void
}

/** The only way to change data: a change is sent at once, or kept on the device and sent later, exactly once. */
export interface Writes extends Pick<Sender, 'retry' | 'discard' | 'wake' | 'dispose'> {
  /**
   * Sends a change and returns the saved records. Without a connection it is kept, shown, and sent later: then the
   * result says `waiting`, and its records are those shown meanwhile, new ones with temporary ids.
   */
  commit<E extends Entity>(change: Change<E>, options?: CommitOptions): Promise<Result<RecordOf<E>[]>>
  /**
   * What can be undone in one place, for a person: what was changed there by `commit`, a step each unless joined, and not
   * what its description never undoes. A place is a path of the app.
   */
  undoable(user: Id, place: string): Undoable
  /** Takes one change back now, wherever it was made. */
  undo(made: Made): Promise<Result<RecordOf<Entity>[]>>
  /** The signed-in user's kept changes, in order. */
  readonly items: ReadonlySignal<readonly Waiting[]>
  /** How many things their person did. */
  readonly count: () => number
  /** Resolves once what waited when the app was opened is shown, so that nobody does it again. */
  shown(): Promise<void>
  /** Tracked: whether a record has changes that have not been sent. */
  isWaiting(entity: Entity, id: Id): boolean
  /** Tracked: the file of an upload that has not been sent, by the record's temporary id. */
  fileOf(id: Id): File | undefined
  /** Untracked: the kept changes that cannot be sent without this one. */
  dependentsOf(at: number): readonly Waiting[]
  /** Tracked: the real id of a record that was created here; the id itself if there is none. */
  idOf(id: Id): Id
  /** Loads the sender and sends what is still waiting from an earlier visit. */
  start(): void
}

const unloaded: Failure<never> = { ok: false, status: 0, message: '', errors: {} }

/**
 * The writes as used by screens; `open` loads the sender.
 * @example
 * const saved = await api(beds, { garden_id: 4 }).save({ row: 1 })
 * if (!saved.ok) show(messageOf(saved))
 * else toast.success(saved.waiting ? safeLabel(writes.count()) : 'Saved.')
 */
export function createWrites(
  open: (items: Signal<readonly Waiting[]>) => Promise<Sender>,
  confirm?: ConfirmWarnings,
  placeNow = () => globalThis.location?.pathname ?? '',
): Writes {
  const items = signal<readonly Waiting[]>([])
  const sender = signal<Sender | null>(null)
  const waiting = computed(
    () => new Set(items.value.flatMap((item) => (item.state === 'refused' ? [] : namesOf(item)))),
  )
  const files = computed(
    () => new Map(items.value.flatMap(({ made, files: own }) => made.map((id) => [id, own?.file] as const))),
  )
  const places = new Map<string, ReturnType<typeof createUndoable>>()
  function undoableIn(user: Id, place: string) {
    const name = `${user} ${place}`
    const known = places.get(name) ?? createUndoable(undo)
    places.set(name, known)
    return known
  }
  async function undo(made: Made): Promise<Result<RecordOf<Entity>[]>> {
    const loaded = await load().catch(() => null)
    if (!loaded) return unloaded
    // What comes back may meet what others have planned since, which the same step by hand would ask about.
    return confirming(confirm, (confirmed) => loaded.undo(made, confirmed), 'save')
  }
  let opened: Promise<Sender> | undefined
  const load = () =>
    (opened ??= open(items).then(
      (loaded) => (sender.value = loaded),
      (error: unknown) => {
        opened = undefined
        throw error
      },
    ))
  return {
    items,
    count: () => deedsIn(items.value),
    shown: () =>
      load().then(
        ({ loaded }) => loaded,
        () => {},
      ),
    isWaiting: ({ name }, id) => waiting.value.has(`${name} ${id}`),
    fileOf: (id) => files.value.get(id),
    dependentsOf: (at) => sender.peek()?.dependentsOf(at) ?? [],
    idOf: (id) => sender.value?.ids.value.get(id) ?? id,
    start: () => void load().catch(() => {}),
    async commit<E extends Entity>(change: Change<E>, options: CommitOptions = {}) {
      const place = placeNow()
      const loaded = await load().catch(() => null)
      if (!loaded) return unloaded
      // Safe because the answer to a change of an entity contains records of that entity.
      const sent = confirming(
        confirm,
        (confirmed) => loaded.commit(change as Change, { ...options, confirmed }),
        change.verb === 'delete' ? 'delete' : 'save',
      ) as Promise<Result<RecordOf<E>[]>>
      const person = loaded.person()
      return person === undefined ? sent : undoableIn(person, place).follow(change as Change, sent)
    },
    undoable: (user, place) => undoableIn(user, place).undoable,
    undo,
    retry: async (at) => (await load()).retry(at),
    discard: async (at) => (await load()).discard(at),
    wake: async () => (await load()).wake(),
    dispose: () => void opened?.then((loaded) => loaded.dispose()),
  }
}

/** The records a kept change is about, as `entity id`. */
const namesOf = (item: Waiting): string[] => [
  ...neededBy(item).filter((name) => name.includes(' ')),
  ...item.made.map((id) => `${item.entity} ${id}`),
]
