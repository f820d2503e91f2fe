import type { Id } from '#core/access/access.ts'
import { costCodeFullNumber } from '#lib/cost-codes.ts'
import type { Day } from '#lib/days.ts'
import { perDiemOf } from '#lib/overtime/per-diem.ts'
import { rowsOf } from '#lib/overtime/rows.ts'
import type { WeekProject } from '#lib/overtime/week.ts'
import type { EntryType, Timecard, TimeEntry, Totals } from '../time/entities.ts'
import type { WeekState } from '../time/guards.ts'
import type { PayType } from './layout.ts'

/** Exported as a whole, as what changed since it was exported, or taken back; or exported as it is. */
export type WeekKind = 'new' | 'change' | 'reversal' | 'exported'

/** A person's week for payroll; in a batch, a snapshot. */
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
  /** False when the rows differ from the approved totals, or entries are also in another approved week. */
  sound: boolean
  /** Absent in batches of earlier versions, which exported weeks as a whole. */
  kind?: WeekKind
  /** The hours of batches before, which its rows are added to; absent where it is exported as a whole. */
  exported_hours?: number
  /** The latest batch that exported the week before, which it corrects. */
  batch_id: Id | null
}

/** One entry and pay type: hours of two decimals, or a day of per diem. */
export interface PayrollRow {
  timecard_id: Id
  entry_id: Id
  date: Day
  project_number: string | null
  project_name: string | null
  /** Absent in batches of earlier versions. */
  customer_name?: string | null
  cost_code: string | null
  phase: string | null
  pay_type: PayType
  hours: number
  /** What is paid: the hours, or 1 for a day of per diem. */
  units: number
  certified: boolean
  state: string | null
  overtime_reason: string
  /** The batch whose rows it is added to; absent in a week that is exported as a whole. */
  corrects?: Id
}

/** What payroll tells apart within a person's week: day, code and kind. */
export const accountOf = ({ date, project_number, cost_code, pay_type, certified }: PayrollRow): string =>
  JSON.stringify([date, project_number, cost_code, pay_type, certified])

/** The fields of a project that payroll exports. */
export interface PayrollProject extends WeekProject {
  readonly name: string
  readonly customer: string | null
  /** The project's phase if it has exactly one, since time entries have no phase of their own. */
  readonly phase: string | null
}

/** The fields of a time entry that payroll exports. */
export type PayrollEntry = Pick<
  TimeEntry,
  'id' | 'date' | 'hours' | 'type' | 'project_id' | 'per_diem' | 'cost_code' | 'cost_code_number'
>

const straight: Record<EntryType, PayType> = { standard: 'REG', shop: 'SHOP', admin: 'ADMIN', vacation: 'VAC' }

/**
 * The rows of an approved week: each entry's hours by the approved split, in the order of the overtime engine, and per diem
 * once a day, on the day's first entry with per diem.
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
      customer_name: project?.customer ?? null,
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

/**
 * The entries that earn the approved per diem days. The setting for entries without hours is not stored with the week, so
 * both values are tried.
 */
function perDiemEntries(entries: readonly PayrollEntry[], days: number): Set<Id> {
  const ways = [false, true].map((zeroHours) => perDiemOf(entries, zeroHours).paid)
  return new Set(ways.find((paid) => paid.length === days)?.map(({ id }) => id))
}

/** Sums hours in hundredths, to avoid floating-point errors. */
export const sumHours = (hours: Iterable<number>): number =>
  [...hours].reduce((sum, one) => sum + Math.round(one * 100), 0) / 100

/** The totals of rows. */
export function totalsOfRows(rows: readonly PayrollRow[]): Totals {
  const of = (...types: PayType[]) =>
    sumHours(rows.flatMap(({ pay_type, hours }) => (types.includes(pay_type) ? [hours] : [])))
  return {
    regular: of('REG', 'SHOP', 'ADMIN'),
    overtime: of('OT'),
    double: of('DT'),
    vacation: of('VAC'),
    worked: of('REG', 'SHOP', 'ADMIN', 'OT', 'DT'),
    per_diem_days: rows.reduce((days, { pay_type, units }) => days + (pay_type === 'PERDIEM' ? units : 0), 0),
  }
}

/** Whether a week's rows equal the approved totals for each pay type, and the entered hours in total. */
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
