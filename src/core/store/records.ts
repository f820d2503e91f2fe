import type { ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'
import type { Emitter, Source } from './events.ts'

/** A list of records: one stable signal per record, so that a changed record is not a changed list. */
export type Items<R> = readonly ReadonlySignal<R>[]

/** The records of one entity. */
export interface Records<R extends Base> {
  /** Every live record in the entity's sort order: one stable signal per record. */
  readonly all: ReadonlySignal<Items<R>>
  /** Tracked read of one record; re-runs the reader when it arrives, changes or goes, and for no other record. */
  get(id: Id): R | undefined
  /** Untracked read. */
  peek(id: Id): R | undefined
  /** The record's own signal, untracked: what a list that keeps ids hands to its rows. */
  item(id: Id): ReadonlySignal<R> | undefined
  /** A derived list; kept by its reader (useComputed, or a module-level constant). The test reads its signals first. */
  where(test: (record: R) => boolean): ReadonlySignal<Items<R>>
  /**
   * Merge by id in one batch; what is put belongs to the store from then on. A record older than the held one, or than its deletion, is ignored; an equal one changes
   * nothing. Answers what is held now of each, or what was sent where it was ignored.
   */
  put(records: readonly R[], source?: Source): R[]
  /** Also evicts what is nested below the removed. `moment` is when it was deleted, where the server says so. */
  remove(ids: readonly Id[], source?: Source, moment?: string): void
  /** Drops records that can no longer be reached; unlike a removal it does not keep them from coming back. */
  evict(test: (record: R) => boolean, source: Source): void
  /** Tells of records that changed; realtime is joined while anyone listens to saved or deleted. */
  readonly on: Emitter<R>['on']
  /** True while someone listens for saves or deletions, or watches the records: realtime is joined for them. */
  readonly watching: ReadonlySignal<boolean>
  /** Tracked: someone else changed this record within the last two seconds. */
  changed(id: Id): boolean
  /** Empties the collection and forgets its deletions, without events: nobody deleted anything. */
  clear(): void
}

export interface Hooks<R extends Base> {
  /** Takes out of a sent record what belongs to other collections. */
  unpack?(record: R): R
  /** Called with what has been removed, so that what is nested below goes too. */
  removed?(ids: ReadonlySet<Id>, source: Source): void
}
