import type { ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'

/** What tells a row from the others. */
export type RowKey = string | number

/** Rows under a heading. */
export interface TableGroup<R> {
  readonly key: string
  readonly label: string
  /** Before the label, such as a color. */
  readonly mark?: ReactNode
  /** After it: how many there are, and how many are late. */
  readonly note?: ReactNode
  /** Its own figures, by the keys of the columns that they stand in; not on phones. */
  readonly cells?: Readonly<Record<string, ReactNode>>
  /** At the heading's end: what can be done with all of them. */
  readonly tools?: ReactNode
  /** Whether its rows are ticked, or some of them; absent where they are not ticked together. Not on phones. */
  readonly ticked?: boolean | 'some'
  readonly isFolded: boolean
  readonly rows: readonly ReadonlySignal<R>[]
}

/** Which rows are ticked. */
export interface TableSelection<R> {
  has(row: RowKey): boolean
  /** What a row's checkbox is called after. Keep it stable, like the function below, or every row rerenders. */
  readonly nameOf: (record: R) => string
  /** Called with `range` when Shift is held: all rows from the one ticked last. */
  readonly onSelect: (row: RowKey, on: boolean, range: boolean) => void
  /** Called for a group that says whether it is ticked. Keep it stable, too. */
  readonly onSelectGroup?: (group: string, on: boolean) => void
  /** Whether all rows are ticked, or some of them. */
  readonly all: boolean | 'some'
  readonly onAll: (on: boolean) => void
}

/** A line of a table: a group's heading or a row. */
export type Line<R> =
  | { readonly group: TableGroup<R>; readonly row?: undefined }
  | { readonly group?: undefined; readonly row: ReadonlySignal<R> }

/** The lines of rows, or of groups of which some are folded, from top to bottom. */
export const linesOf = <R>(rows: readonly ReadonlySignal<R>[], groups?: readonly TableGroup<R>[]): readonly Line<R>[] =>
  groups
    ? groups.flatMap((group): Line<R>[] => [{ group }, ...(group.isFolded ? [] : group.rows.map((row) => ({ row })))])
    : rows.map((row) => ({ row }))
