import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'

/** Who changed a record: this browser, or someone else. */
export type Source = 'local' | 'remote'

/** The lifecycle of records (rule record-lifecycle): one record, or several at once. */
export interface Events<R extends Base> {
  saved: { record: R; source: Source }
  'saved-many': { records: R[]; source: Source }
  deleted: { id: Id; source: Source }
  'deleted-many': { ids: Id[]; source: Source }
  fetched: { record: R }
  'fetched-data': { records: R[] }
}
type Name = keyof Events<Base>
type Listeners<R extends Base> = { readonly [K in Name]: Set<(payload: Events<R>[K]) => void> }

export interface Emitter<R extends Base> {
  on<K extends Name>(event: K, listener: (payload: Events<R>[K]) => void): () => void
  put(records: R[], source?: Source): void
  removed(ids: Id[], source: Source): void
  /** The number of listeners for saves and deletions; realtime is subscribed for them (section 4). */
  readonly live: ReadonlySignal<number>
}

const fetching: readonly Name[] = ['fetched', 'fetched-data']

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
      if (!fetching.includes(event)) live.value = live.peek() + 1
      return () => {
        if (listeners[event].delete(own) && !fetching.includes(event)) live.value = live.peek() - 1
      }
    },
    put(records, source) {
      const [record, ...others] = records
      if (!record) return
      if (source) {
        if (others.length) tell('saved-many', { records, source })
        else tell('saved', { record, source })
      } else if (others.length) tell('fetched-data', { records })
      else tell('fetched', { record })
    },
    removed(ids, source) {
      const [id, ...others] = ids
      if (id === undefined) return
      if (others.length) tell('deleted-many', { ids, source })
      else tell('deleted', { id, source })
    },
  }
}
