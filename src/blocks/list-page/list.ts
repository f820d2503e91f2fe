import type { ReadonlySignal } from '@preact/signals-react'
import type { Failure } from '#core/resource/result.ts'
import type { Items } from '#core/store/records.ts'
import type { AnswerState } from '#core/store/query.ts'

/** A list's search, filters and sort order; remembered per key, without the search. */
export interface ListState {
  search: string
  sort_column: string
  sort_direction: 'asc' | 'desc'
  filters: Readonly<Record<string, string>>
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
  search(text: string): void
  sort(column: string, direction: 'asc' | 'desc'): void
  filter(name: string, value: string): void
  /** Loads the next rows, if there are any. */
  more(): void
  /** Loads again what is shown. */
  refresh(): void
  /** Notes on the device that the rows, which are kept live, are true until now. */
  renew(): void
  /** Starts listening and loads the first page; the returned function ends it. */
  start(): () => void
}
