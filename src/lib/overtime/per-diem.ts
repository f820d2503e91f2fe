import type { Day } from '../days.ts'

interface Row {
  readonly id: number
  readonly date: Day
  readonly hours: number
  readonly project_id: number | null
  readonly per_diem: boolean
}

/**
 * Per diem is paid once per person and date (rule per-diem), for the first row that claims it, in the given order.
 * `ignored` are claims for another project on the same date; a row without hours only counts if that is allowed.
 */
export function perDiemOf<R extends Row>(rows: readonly R[], zeroHours = false): { paid: R[]; ignored: R[] } {
  const paid = new Map<Day, R>()
  const ignored: R[] = []
  for (const row of rows) {
    if (!row.per_diem || (row.hours <= 0 && !zeroHours)) continue
    const first = paid.get(row.date)
    if (!first) paid.set(row.date, row)
    else if (first.project_id !== row.project_id) ignored.push(row)
  }
  return { paid: [...paid.values()], ignored }
}
