import type { ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'

/** A column of a table, with its position in the list that the table becomes on phones. */
export interface Column<R> {
  key: string
  header: string
  cell: (record: R) => ReactNode
  /** A shorter cell for a phone's row. */
  phoneCell?: (record: R) => ReactNode
  /** The column's cell in a last row, such as a total of the rows. It is there if any column has one, and not on phones. */
  foot?: (rows: readonly ReadonlySignal<R>[]) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
  /** A CSS grid track such as `7rem`, `2fr` or `minmax(8rem, 1fr)`; by default one equal share. */
  width?: string
  /** In a table only from 1024 px on; a phone's list shows it where `phone` says. */
  wide?: boolean
  /** The position in a phone's row: before it, title, line below it, end, or hidden. */
  phone?: 'start' | 'title' | 'sub' | 'end' | 'hidden'
}

/** The CSS grid tracks of columns, after one of checkboxes where rows can be ticked. */
export const tracksOf = (columns: readonly { readonly width?: string }[], hasTicks: boolean): string =>
  [...(hasTicks ? ['2.25rem'] : []), ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)')].join(' ')
