import type { Id } from '#core/access/access.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Totals } from '../../time/entities.ts'
import { sumHours, type PayrollWeek } from '../rows.ts'

/** A person's weeks in a span, with totals. */
export interface Worker {
  user_id: Id
  name: string
  employee_code: string | null
  weeks: readonly PayrollWeek[]
  /** As entered. */
  hours: number
  /** Hours by pay type; null unless all weeks are approved. */
  totals: Totals | null
}

export const workersOf = (weeks: readonly PayrollWeek[]): Worker[] =>
  [...Map.groupBy(weeks, ({ user_id }) => user_id)].map(([user_id, own]) => ({
    user_id,
    name: own[0]?.name ?? '',
    employee_code: own[0]?.employee_code ?? null,
    weeks: own,
    hours: sumHours(own.map(({ hours }) => hours)),
    totals: totalOf(own),
  }))

/** The totals of approved weeks; null if any of them is not approved. */
export function totalOf(weeks: readonly Pick<PayrollWeek, 'totals'>[]): Totals | null {
  const known = weeks.flatMap(({ totals }) => totals ?? [])
  if (known.length < weeks.length) return null
  const sum = (key: keyof Totals) => sumHours(known.map((totals) => totals[key]))
  return {
    regular: sum('regular'),
    overtime: sum('overtime'),
    double: sum('double'),
    vacation: sum('vacation'),
    worked: sum('worked'),
    per_diem_days: sum('per_diem_days'),
  }
}

/** The columns of totals (rule payroll-export). */
export const kinds = [
  { key: 'regular', label: 'Regular' },
  { key: 'overtime', label: 'Overtime' },
  { key: 'double', label: 'Double' },
  { key: 'vacation', label: 'Vacation' },
  { key: 'per_diem_days', label: 'Per diem' },
] as const

/** Formats one of the totals: hours with two decimals, days without. */
export const written = (key: keyof Totals, totals: Totals): string =>
  key === 'per_diem_days' ? String(totals[key]) : formatHours(totals[key])

/** A worker's totals in one line, without zeros. */
export const totalsText = (totals: Totals): string =>
  kinds.flatMap(({ key, label }) => (totals[key] ? [`${written(key, totals)} ${label.toLowerCase()}`] : [])).join(' · ')
