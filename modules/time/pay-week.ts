import type { Id } from '#core/access/access.ts'
import { weekdayOf, type Day } from '#lib/days.ts'
import { splitWeek, type WeekSplit } from '#lib/overtime/split-week.ts'
import type { Agreement } from '#lib/overtime/agreements.ts'
import type { OvertimeRules } from '#lib/overtime/rules.ts'
import type { WeekProject } from '#lib/overtime/week.ts'
import type { Project } from '../projects/entities.ts'
import type { TimeEntry } from './entities.ts'

/** The settings that, together with the entries, determine a person's pay for a week. */
export interface PayTerms {
  readonly rules: OvertimeRules
  readonly zero_hour_per_diem: boolean
  /** This person's agreements only. */
  readonly agreements: readonly Agreement[]
  /** The person's license, looked up in the trade table. */
  readonly trade: string | null
}

/** What pay depends on. */
export type PaidEntry = Pick<
  TimeEntry,
  'id' | 'date' | 'hours' | 'type' | 'project_id' | 'project_number' | 'per_diem' | 'cost_code_number'
>

/** What is known of a job that pay depends on. */
export type JobOf = (id: Id) => Pick<Project, 'number' | 'overtime_rule' | 'address'> | undefined

/** Splits a person's week into pay types. The server stores the result at approval; the browser computes a preview. */
export function payWeek(start: Day, entries: readonly PaidEntry[], jobOf: JobOf, terms: PayTerms): WeekSplit {
  const known = new Map<Id, WeekProject>()
  for (const { project_id, project_number } of entries) {
    if (project_id === null || known.has(project_id)) continue
    const job = jobOf(project_id)
    known.set(project_id, {
      number: job?.number ?? project_number ?? '',
      // The overtime rule of a job that the user cannot see is unknown here, so its hours count as standard.
      overtime_rule: job?.overtime_rule ?? 'standard',
      state: job?.address?.state || null,
    })
  }
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
