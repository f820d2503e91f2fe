import type { Count } from '../../core/entity/patterns.ts'
import type { Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'

/** Records as one user gets them. */
export interface Reader {
  readonly ctx: Context
  readonly rows: readonly Row[]
}

/** Whether a record is among those that are counted or added up. */
export const isCounted = ({ where = {} }: Partial<Pick<Count, 'where'>>, row: Row): boolean =>
  Object.entries(where).every(([field, value]) => (row[field] ?? null) === value)
