import type { ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'
import type { Order } from '../entity/order.ts'
import type { Lookup } from '../query/matches.ts'
import type { Where } from '../query/where.ts'
import type { Emitter, Source } from './events.ts'
import type { Layered } from './layers.ts'
import type { Turn } from './live-list.ts'

/** A list of records with one stable signal each, so that a change to a record does not change the list. */
export type Items<R> = readonly ReadonlySignal<R>[]

export interface Records<R extends Base> {
  /** Every live record in the entity's sort order: one stable signal per record. */
  readonly all: ReadonlySignal<Items<R>>
  /**
   * Tracked read of one record: its reader re-runs when this record arrives, changes or is removed, and for no other.
   */
  get(id: Id): R | undefined
  /** Untracked read. */
  peek(id: Id): R | undefined
  /** The record's own signal, untracked, for the rows of lists that hold ids. */
  item(id: Id): ReadonlySignal<R> | undefined
  /** Incremented with every change, so that lists over other collections can depend on this one. */
  readonly last: ReadonlySignal<Turn<R>>
  /**
   * The records that match a condition, kept up to date; the caller must keep the list. Records for which that is
   * unknown are left out, unless `sent` includes them.
   */
  where(condition: Where<R>, options?: ListOptions<R>): ReadonlySignal<Items<R>>
  /**
   * Merges records by id in one batch; the store owns the objects from then on. A record older than the stored one, or
   * than its deletion, is ignored; an equal one changes nothing. Returns what is stored of each now, or the sent record
   * if it was ignored. `fields` names what changed, if that is known.
   */
  put(records: readonly R[], source?: Source, fields?: readonly string[]): R[]
  /**
   * Also evicts what is nested below the removed records. `moment` is the time of deletion, if the server reports it.
   */
  remove(ids: readonly Id[], source?: Source, moment?: string): void
  /**
   * Drops records that are no longer accessible; unlike after a removal, they may come back. `moment` is the time of the
   * change that hid them: no older version brings them back, such as an answer that was under way.
   */
  evict(which: readonly Id[] | ((record: R) => boolean), source: Source, moment?: string): void
  /** Shows pending changes on top of the server's records, without lifecycle events, until they are lifted. */
  overlay(place: number, changes: readonly Layered<R>[]): void
  /** Takes the pending changes of this place off again. */
  lift(place: number): void
  /** Untracked: the record as the server has it, without pending changes, or with those before a place. */
  base(id: Id, before?: number): R | undefined
  /** Untracked: the records with pending changes; `record` is undefined for those that are pending deletion. */
  pending(): readonly { readonly id: Id; readonly record: R | undefined; readonly before: R | undefined }[]
  /** Notifies of changed records; realtime is subscribed while there are listeners for saves or deletions. */
  readonly on: Emitter<R>['on']
  /** True while someone listens for saves or deletions, or watches the records; realtime is subscribed then. */
  readonly watching: ReadonlySignal<boolean>
  /** Tracked: whether someone else changed this record within the last two seconds. */
  changed(id: Id): boolean
  /** Empties the collection and forgets its deletions, without events, since nothing was deleted. */
  clear(): void
}

export interface ListOptions<R> {
  /** By default the collection's own order. */
  order?: Order<R> | undefined
  /** Answers operators that depend on other records, untracked. */
  lookup?: Lookup
  /** Whether the server sent this record for this condition, where it is otherwise unknown. */
  sent?(id: Id): boolean
  /** Changes when `lookup` or `sent` may answer differently. */
  epoch?: ReadonlySignal<unknown>
}

export interface Hooks<R extends Base> {
  /** Brings the values of a sent record into the form of its description. */
  tidy?(record: R): R
  /** Lets a record be read with what the server never sends. */
  complete?(record: R): R
  /** The fields by which lists find their records. */
  refs?: ReadonlySet<string>
  /** Moves embedded records of a sent record into their own collections. */
  unpack?(record: R): R
  /** Called with the records that a put changed, as they are stored now. */
  stored?(records: readonly R[]): void
  /** Called with the removed ids, so that nested records can be removed too. */
  removed?(ids: ReadonlySet<Id>, source: Source): void
}
