import type { Day } from '../days.ts'
import type { PublicWork } from './pay-day.ts'
import type { Row } from './rows.ts'
import { rulesIn, type OvertimeRules } from './rules.ts'
import type { WeekEntry, WeekProject } from './week.ts'

/** A warning about a week before it is paid. */
export interface Warning {
  kind: 'public_works_hours' | 'second_per_diem' | 'no_state'
  date: Day
  text: string
  /** True if saving or approving requires someone to confirm an exception. */
  blocks: boolean
}

/** Warns of more hours a day on public works than a state allows; if the states' limits differ, the lowest applies. */
export function hoursWarning(date: Day, rows: readonly PublicWork[], rules: OvertimeRules): Warning[] {
  const most = Math.min(...rows.map(({ prevailing }) => rulesIn(rules, prevailing.state).most_hours ?? Infinity))
  const worked = rows.reduce((sum, row) => sum + row.worked, 0)
  if (worked <= Math.round(most * 100)) return []
  const text = `More than ${most} hours on a public works project.`
  return [{ kind: 'public_works_hours', date, text, blocks: true }]
}

/** Warns of a second per diem, for another project on the same day. */
export function perDiemWarning(entry: WeekEntry, projects: ReadonlyMap<number, WeekProject>): Warning {
  const where = entry.project_id === null ? 'without a project' : `on ${projects.get(entry.project_id)?.number}`
  const text = `Per diem is paid once a day; the one ${where} is ignored.`
  return { kind: 'second_per_diem', date: entry.date, text, blocks: false }
}

/**
 * Warns once of each prevailing project with an unknown state, where the rules for other states apply, without
 * premiums.
 */
export function stateWarnings(rows: readonly Row[]): Warning[] {
  const first = new Map<number, Warning>()
  for (const { entry, prevailing } of rows) {
    if (!prevailing || prevailing.state || first.has(prevailing.id)) continue
    const text = `${prevailing.number} pays prevailing wages and has no state in its address.`
    first.set(prevailing.id, { kind: 'no_state', date: entry.date, text, blocks: false })
  }
  return [...first.values()]
}
