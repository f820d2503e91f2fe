import { weekdayOf, type Day } from '#lib/days.ts'
import { splitWeek, type WeekSplit } from '#lib/overtime/split-week.ts'
import type { Agreement } from '#lib/overtime/agreements.ts'
import type { OvertimeRules } from '#lib/overtime/rules.ts'
import type { Project } from '../projects/entities.ts'
import type { TimeEntry } from './entities.ts'

/** The settings that, together with the entries, determine a person's pay for a week. */
export interface PayTerms {
  readonly rules: OvertimeRules
  readonly zero_hour_per_diem: boolean
  /** This person's agreements only. */
  readonly agreements: readonly Agreement[]
  /** The person's licence, looked up in the trade table. */
  readonly trade: string | null
}

/** What pay depends on. */
export type PaidEntry = Pick<
  TimeEntry,
  'id' | 'date' | 'hours' | 'type' | 'project_id' | 'project_number' | 'per_diem' | 'cost_code_number'
>

/** Splits a person's week into pay types. The server stores the result at approval; the browser computes a preview. */
export function payWeek(
  start: Day,
  entries: readonly PaidEntry[],
  projects: readonly Pick<Project, 'id' | 'number' | 'overtime_rule' | 'address'>[],
  terms: PayTerms,
): WeekSplit {
  const known = new Map(
    projects.map(({ id, number, overtime_rule, address }) => [
      id,
      { number, overtime_rule, state: address?.state || null },
    ]),
  )
  // The overtime rule of a project that the user cannot see is unknown here, so its hours count as standard.
  for (const { project_id, project_number } of entries)
    if (project_id !== null && !known.has(project_id))
      known.set(project_id, { number: project_number ?? '', overtime_rule: 'standard', state: null })
  return splitWeek({
    entries: entries.map(({ id, date, hours, type, project_id, per_diem, cost_code_number }) => ({
      id,
      date,
      hours,
      type,
      project_id,
      per_diem,
      cost_code: cost_code_number,
    })),
    projects: known,
    week_start: weekdayOf(start) === 1 ? 'monday' : 'sunday',
    ...terms,
  })
}
