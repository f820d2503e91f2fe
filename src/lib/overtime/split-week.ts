import { startOfWeek } from '../days.ts'
import { payDay, type PublicWork } from './pay-day.ts'
import { perDiemOf } from './per-diem.ts'
import { rowsOf, take, type Row } from './rows.ts'
import { hoursWarning, perDiemWarning, stateWarnings, type Warning } from './warnings.ts'
import type { Week } from './week.ts'

/** How an entry is paid, in hours of two decimals that add up to its own; `reason` is empty if all of it is regular. */
export interface EntrySplit {
  id: number
  regular: number
  overtime: number
  double: number
  reason: string
}

/** A week's hours; `worked` is the sum of regular, overtime and double, and does not include vacation. */
export interface WeekTotals {
  regular: number
  overtime: number
  double: number
  vacation: number
  worked: number
  per_diem_days: number
}

/** The entries in the given order, so that they line up with the input. */
export interface WeekSplit {
  entries: EntrySplit[]
  totals: WeekTotals
  warnings: Warning[]
}

/**
 * Calculates how each hour of one person's week is paid (rule overtime-weekly). Vacation is straight and never counts.
 * On prevailing projects, premium days are paid by their multiplier, and what is left of a day beyond its limit is
 * overtime, taken from the day's last rows by project number, code and id. Of the hours still straight after that,
 * those beyond the week's 40 are overtime, by date. No hour is counted twice: overtime and double time together are
 * max(sum of the days, worked − 40). The entries themselves are not changed.
 * @throws RangeError when the entries are not of one week, or name a project that is not among `projects`.
 */
export function splitWeek(week: Week): WeekSplit {
  const { entries, projects, rules, week_start, zero_hour_per_diem } = week
  const rows = rowsOf(entries, projects)
  const [first, last] = [rows.at(0), rows.at(-1)].map((row) => row && startOfWeek(row.entry.date, week_start))
  if (first !== last) throw new RangeError(`The entries are not of one week that starts on ${week_start}.`)
  const worked = rows.filter((row) => row.worked > 0)
  const days = Map.groupBy(worked, ({ entry }) => entry.date)
  const warnings: Warning[] = stateWarnings(rows)
  for (const [day, ofDay] of days) {
    const prevailing = ofDay.filter((row): row is PublicWork => row.prevailing !== null)
    if (!prevailing.length) continue
    payDay(day, prevailing, [...days.keys()], week)
    warnings.push(...hoursWarning(day, prevailing, rules))
  }
  payBeyond(rules.weekly_limit, worked)
  const perDiem = perDiemOf(
    rows.map(({ entry }) => entry),
    zero_hour_per_diem,
  )
  warnings.push(...perDiem.ignored.map((entry) => perDiemWarning(entry, projects)))
  const byId = new Map(rows.map((row) => [row.entry.id, splitOf(row)]))
  return {
    entries: entries.flatMap(({ id }) => byId.get(id) ?? []),
    totals: { ...totalsOf(rows), per_diem_days: perDiem.paid.length },
    warnings: warnings.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
  }
}

/** Goes through the straight hours by date and moves those beyond the week's limit to overtime. */
function payBeyond(limit: number, worked: readonly Row[]) {
  let room = Math.round(limit * 100)
  for (const row of worked) {
    const within = Math.min(row.straight, room)
    room -= within
    take(row, row.straight - within, 'overtime', `Over ${limit} hours in the week`)
  }
}

const hours = (hundredths: number): number => hundredths / 100

const splitOf = ({ entry, straight, overtime, double, reasons }: Row): EntrySplit => ({
  id: entry.id,
  regular: hours(straight),
  overtime: hours(overtime),
  double: hours(double),
  reason: reasons.map((reason, at) => (at ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason)).join('; '),
})

function totalsOf(rows: readonly Row[]): Omit<WeekTotals, 'per_diem_days'> {
  const sum = (of: (row: Row) => number) => hours(rows.reduce((total, row) => total + of(row), 0))
  return {
    regular: sum((row) => (row.vacation ? 0 : row.straight)),
    overtime: sum((row) => row.overtime),
    double: sum((row) => row.double),
    vacation: sum((row) => (row.vacation ? row.straight : 0)),
    worked: sum((row) => row.worked),
  }
}
