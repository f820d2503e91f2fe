import type { ReactNode } from 'react'

/** One column: what it shows of a record, and where that stands on a phone. */
export interface Column<R> {
  key: string
  header: string
  cell: (record: R) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
  /** A track of a CSS grid: `7rem`, `2fr`, `minmax(8rem, 1fr)`; one equal share by default. */
  width?: string
  /** Stands only where there is room for it: from 1024 px on. */
  wide?: boolean
  /** On a phone a row has a title, a line below it and something at its end; the rest is hidden. */
  phone?: 'title' | 'sub' | 'end' | 'hidden'
}
