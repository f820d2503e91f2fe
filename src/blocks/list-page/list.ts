import type { ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Asker } from '#core/query/filters.ts'
import type { Page, PageQuery } from '#core/resource/resource.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import type { Retries } from '#core/resource/retries.ts'
import type { Collection } from '#core/store/store.ts'
import type { Items } from '#core/store/records.ts'
import type { AnswerState } from '#core/store/query.ts'
import type { Address } from '../address/address.ts'
import type { RowsStore } from './kept-rows.ts'
import type { Place } from './left.ts'

/** A list's search, filters and sort order, and what it is grouped by as the filter `group`; remembered per key, without the search. */
export interface ListState {
  search: string
  sort_column: string
  sort_direction: 'asc' | 'desc'
  filters: Readonly<Record<string, string>>
}

/** A group of a list's rows, counted on all pages; without a value, those that have nothing in common. */
export interface ListGroup {
  readonly value: string | null
  readonly label: string | null
  readonly count: number
}

export interface List<R> {
  readonly state: ReadonlySignal<ListState>
  /** Rows in the list's order, a signal each; the list changes only when a row arrives, leaves or moves. */
  readonly rows: ReadonlySignal<Items<R>>
  /** The number of records on all pages; undefined until known. */
  readonly total: ReadonlySignal<number | undefined>
  /** How far the rows are known; they are on the device before the server has answered. */
  readonly known: ReadonlySignal<AnswerState>
  /** When the server last answered, in milliseconds. */
  readonly asOf: ReadonlySignal<number | null>
  readonly failure: ReadonlySignal<Failure | null>
  /** The groups that the server counted, in their order; undefined where it groups nothing. */
  readonly groups: ReadonlySignal<readonly ListGroup[] | undefined>
  /** The values of the groups whose rows are left out. */
  readonly folded: ReadonlySignal<ReadonlySet<string>>
  choose(change: Partial<ListState>): void
  /** Leaves the rows of a group out, or shows them again. */
  fold(value: string): void
  /** Loads the next rows, if there are any. */
  more(): void
  /** Loads all rows that match, and answers with their ids; null if they could not be loaded. */
  all(): Promise<readonly Id[] | null>
  /** Loads again what is shown. */
  refresh(): void
  /** Notes on the device that the rows, which are kept live, are true until now. */
  renew(): void
  /** Shows what the address says, or puts into the address what is shown where that says nothing of the list. */
  follow(): void
  /** Starts listening and loads the first page; the returned function ends it. */
  start(): () => void
}

export interface ListOptions<E extends Entity> {
  entity: E
  collection: Collection<E>
  fetchPage: (query: PageQuery) => Promise<Result<Page<RecordOf<E>>>>
  /** Under which the state is remembered. */
  key: string
  /** Initial filters; `status: active` by default (rule list-defaults). */
  filters?: Readonly<Record<string, string>>
  /** What the list still knows of a state that was remembered or typed. */
  valid?: (state: ListState) => ListState
  /** What a record has of a grouping, so that the list asks anew when that changes. */
  groupOf?: (group: string, record: RecordOf<E>) => string
  /** The records that a nested entity is listed below. */
  params?: Readonly<Record<string, Id | string>>
  asker?: () => Asker
  /** Incremented when changes may have been missed. */
  missed?: ReadonlySignal<number>
  /** Repeats requests that found no server. */
  retries?: Pick<Retries, 'add'>
  /** Keeps the rows between visits. */
  keptRows?: RowsStore<E>
  /** Remembers the search and the rows for when the person comes back. */
  place?: Place
  /** The page's address, which shows the filters and the order, and decides them where it names any. */
  address?: Address
  /** Whether the server can continue behind a row, which stays quick however deep it is. */
  byRow?: () => boolean
  /** Milliseconds over which browsers that must ask about one change spread their requests. */
  spread?: number
}
