import type { Id } from '#core/access/access.ts'
import { costCodeFullNumber } from '#lib/cost-codes.ts'
import type { Day } from '#lib/days.ts'
import { perDiemOf } from '#lib/overtime/per-diem.ts'
import { rowsOf } from '#lib/overtime/rows.ts'
import type { WeekProject } from '#lib/overtime/week.ts'
import type { EntryType, Timecard, TimeEntry, Totals } from '../time/entities.ts'
import type { WeekState } from '../time/guards.ts'

export type PayType = 'REG' | 'OT' | 'DT' | 'VAC' | 'SHOP' | 'ADMIN' | 'PERDIEM'

/** A person's week as payroll sees it; in a batch, as it was then. */
export interface PayrollWeek {
  timecard_id: Id
  user_id: Id
  name: string
  employee_code: string | null
  license: string | null
  week_start: Day
  state: WeekState
  /** As entered. */
  hours: number
  /** As approved; null before. */
  totals: Totals | null
  /** False when what was approved and what is exported differ, or hours stand in a second week too. */
  sound: boolean
  /** The live batch it went out in last, before this one. */
  batch_id: Id | null
}

/** One entry and pay type: hours of two decimals, or a day of per diem. */
export interface PayrollRow {
  timecard_id: Id
  entry_id: Id
  date: Day
  project_number: string | null
  project_name: string | null
  cost_code: string | null
  phase: string | null
  pay_type: PayType
  hours: number
  /** What is paid: the hours, or 1 for a day of per diem. */
  units: number
  certified: boolean
  state: string | null
  overtime_reason: string
}

/** A project, as far as payroll tells of it. */
export interface PayrollProject extends WeekProject {
  readonly name: string
  /** Where a job is in one phase only, its hours are of that phase; an entry itself names none. */
  readonly phase: string | null
}

/** A time entry, as far as payroll tells of it. */
export type PayrollEntry = Pick<
  TimeEntry,
  'id' | 'date' | 'hours' | 'type' | 'project_id' | 'per_diem' | 'cost_code' | 'cost_code_number'
>

const straight: Record<EntryType, PayType> = { standard: 'REG', shop: 'SHOP', admin: 'ADMIN', vacation: 'VAC' }

/**
 * An approved week's rows: each entry's hours by the split that was agreed on, in the order in which rules walk them, and
 * per diem once a day, with the first of its entries.
 */
export function rowsOfWeek(
  { id: timecard_id, split, totals }: Pick<Timecard, 'id' | 'split' | 'totals'>,
  entries: readonly PayrollEntry[],
  projects: ReadonlyMap<Id, PayrollProject>,
): PayrollRow[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const ordered = rowsOf(
    entries.map((entry) => ({ ...entry, cost_code: entry.cost_code_number })),
    projects,
  ).flatMap(({ entry }) => known.get(entry.id) ?? [])
  const paid = new Map((split ?? []).map((one) => [one.id, one]))
  const perDiem = perDiemEntries(ordered, totals?.per_diem_days ?? 0)
  return ordered.flatMap((entry): PayrollRow[] => {
    const project = entry.project_id === null ? undefined : projects.get(entry.project_id)
    const { regular = 0, overtime = 0, double = 0, reason = '' } = paid.get(entry.id) ?? {}
    const row = (pay_type: PayType, hours: number, overtime_reason = '', units = hours): PayrollRow => ({
      timecard_id,
      entry_id: entry.id,
      date: entry.date,
      project_number: project?.number ?? null,
      project_name: project?.name ?? null,
      cost_code: entry.cost_code && project ? costCodeFullNumber(entry.cost_code, project.number) : null,
      phase: project?.phase ?? null,
      pay_type,
      hours,
      units,
      certified: project?.overtime_rule === 'prevailing',
      state: project?.state ?? null,
      overtime_reason,
    })
    return [
      ...(regular > 0 ? [row(straight[entry.type], regular)] : []),
      ...(overtime > 0 ? [row('OT', overtime, reason)] : []),
      ...(double > 0 ? [row('DT', double, reason)] : []),
      ...(perDiem.has(entry.id) ? [row('PERDIEM', 0, '', 1)] : []),
    ]
  })
}

/** The entries that bring the days of per diem that were approved, by the setting of then: with rows of no hours or without. */
function perDiemEntries(entries: readonly PayrollEntry[], days: number): Set<Id> {
  const ways = [false, true].map((zeroHours) => perDiemOf(entries, zeroHours).paid)
  return new Set(ways.find((paid) => paid.length === days)?.map(({ id }) => id))
}

/** Sums hours by what is done with them; exact in hundredths, so that no 0.01 drifts. */
export const sumHours = (hours: Iterable<number>): number =>
  [...hours].reduce((sum, one) => sum + Math.round(one * 100), 0) / 100

/** What rows come to, in the terms of a week's totals. */
export function totalsOfRows(rows: readonly PayrollRow[]): Totals {
  const of = (...types: PayType[]) =>
    sumHours(rows.flatMap(({ pay_type, hours }) => (types.includes(pay_type) ? [hours] : [])))
  return {
    regular: of('REG', 'SHOP', 'ADMIN'),
    overtime: of('OT'),
    double: of('DT'),
    vacation: of('VAC'),
    worked: of('REG', 'SHOP', 'ADMIN', 'OT', 'DT'),
    per_diem_days: rows.filter(({ pay_type }) => pay_type === 'PERDIEM').length,
  }
}

/** Whether the rows of a week are what was approved, kind by kind, and all that was entered. */
export function tiesOut(rows: readonly PayrollRow[], totals: Totals | null, entered: number): boolean {
  const counted = totalsOfRows(rows)
  return (
    totals !== null &&
    sumHours([counted.worked, counted.vacation]) === entered &&
    counted.regular === totals.regular &&
    counted.overtime === totals.overtime &&
    counted.double === totals.double &&
    counted.vacation === totals.vacation &&
    counted.per_diem_days === totals.per_diem_days
  )
}
