import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'

/** Who changed a record: this browser, or someone else. */
export type Source = 'local' | 'remote'

/** A saved record as it is now and, if it was in the store, as it was. */
export interface Change<R> {
  readonly record: R
  readonly before: R | undefined
  /** The names of the changed fields, if the server sends them; otherwise unknown. */
  readonly fields: readonly string[] | undefined
}

/** The lifecycle of records (rule record-lifecycle): one record, or several at once. */
export interface Events<R extends Base> {
  saved: { record: R; source: Source; change: Change<R> }
  'saved-many': { records: R[]; source: Source; changes: readonly Change<R>[] }
  deleted: { id: Id; source: Source; before: R | undefined }
  'deleted-many': { ids: Id[]; source: Source; before: ReadonlyMap<Id, R> }
  fetched: { record: R }
  'fetched-data': { records: R[] }
  /** Pending changes were shown or taken off: not part of the lifecycle, for lists that place records themselves. */
  pending: { changes: readonly Change<R>[]; hidden: ReadonlyMap<Id, R> }
}
type Name = keyof Events<Base>
type Listeners<R extends Base> = { readonly [K in Name]: Set<(payload: Events<R>[K]) => void> }

export interface Emitter<R extends Base> {
  on<K extends Name>(event: K, listener: (payload: Events<R>[K]) => void): () => void
  /** `changes` is called only for listeners of saves. */
  put(records: R[], source: Source | undefined, changes: () => readonly Change<R>[]): void
  removed(ids: Id[], before: ReadonlyMap<Id, R>, source: Source): void
  pending(changes: readonly Change<R>[], hidden: ReadonlyMap<Id, R>): void
  /** The number of listeners for saves and deletions; realtime is subscribed for them. */
  readonly live: ReadonlySignal<number>
}

const unlive: readonly Name[] = ['fetched', 'fetched-data', 'pending']

/** Notifies listeners of changes to records; an error in one listener is reported and does not affect the others. */
export function createEmitter<R extends Base>(): Emitter<R> {
  const live = signal(0)
  const listeners: Listeners<R> = {
    saved: new Set(),
    'saved-many': new Set(),
    deleted: new Set(),
    'deleted-many': new Set(),
    fetched: new Set(),
    'fetched-data': new Set(),
    pending: new Set(),
  }
  const tell = <K extends Name>(event: K, payload: Events<R>[K]) => {
    for (const listener of listeners[event]) {
      try {
        listener(payload)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
  return {
    live,
    on(event, listener) {
      // Wrapped, so that a function added twice is called twice and removed separately.
      const own: typeof listener = (payload) => listener(payload)
      listeners[event].add(own)
      if (!unlive.includes(event)) live.value = live.peek() + 1
      return () => {
        if (listeners[event].delete(own) && !unlive.includes(event)) live.value = live.peek() - 1
      }
    },
    put(records, source, changes) {
      const [record] = records
      if (!record) return
      const isMany = records.length > 1
      if (source) {
        if (!live.peek()) return
        const made = changes()
        const [change] = made
        if (isMany) tell('saved-many', { records, source, changes: made })
        else if (change) tell('saved', { record, source, change })
      } else if (isMany) tell('fetched-data', { records })
      else tell('fetched', { record })
    },
    pending(changes, hidden) {
      if (changes.length || hidden.size) tell('pending', { changes, hidden })
    },
    removed(ids, before, source) {
      const [id, ...others] = ids
      if (id === undefined) return
      if (others.length) tell('deleted-many', { ids, source, before })
      else tell('deleted', { id, source, before: before.get(id) })
    },
  }
}
