import { can, type CurrentUser } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { weekdayOf, type Day } from '#lib/days.ts'
import { splitWeek, type WeekSplit } from '#lib/overtime/split-week.ts'
import type { Agreement } from '#lib/overtime/agreements.ts'
import type { OvertimeRules } from '#lib/overtime/rules.ts'
import type { Project } from '../projects/entities.ts'
import type { EntryType, SignedLine, Timecard, TimeEntry } from './entities.ts'

/** The error messages of rule time-entry. */
export const PROJECT_REQUIRED = 'Project is required'
export const NO_HOURS = 'Please add at least one entry with hours.'
export const CODE_REQUIRED = 'Please select a cost code for each entry.'
export const tooManyHours = (name: string, date: string): string => `More than 24 hours entered for ${name} on ${date}.`

/** What is asked before a person gets a second entry on one code and day (rule time-duplicate). */
export const hasTwice = (name: string, date: string): string => `${name} has time on this code on ${date} already.`

interface EntryLike {
  type?: EntryType | null
  project_id?: number | null
  cost_code_id?: number | null
  hours?: number | null
  per_diem?: boolean | null
}

/**
 * Errors that need no other data: hours are required, and standard time needs a project and a code.
 * @param paysNoHours whether per diem is paid for a day without hours (rule per-diem)
 */
export function entryProblems(
  { type = 'standard', project_id, cost_code_id, hours, per_diem }: EntryLike,
  paysNoHours: boolean,
): FieldErrors {
  const errors: FieldErrors = {}
  if (!hours && !(paysNoHours && per_diem)) errors.hours = [NO_HOURS]
  if (type !== 'standard') return errors
  if (!project_id) errors.project_id = [PROJECT_REQUIRED]
  if (!cost_code_id) errors.cost_code_id = [CODE_REQUIRED]
  return errors
}

/** The types a user may enter; `admin` requires edit permission on adminTimeEntries. */
export const typesFor = (user: CurrentUser | null): EntryType[] => [
  'standard',
  'shop',
  'vacation',
  ...(can('edit', 'adminTimeEntries')(user) ? (['admin'] as const) : []),
]

/** Whether a user may delete an entry: with delete permission, or because they created it. */
export const mayRemove = (entry: Pick<TimeEntry, 'creator_id'> | null, user: CurrentUser | null): boolean =>
  can('delete', 'timeEntries')(user) || (can('create', 'timeEntries')(user) && entry?.creator_id === user?.id)

export type WeekState = 'open' | 'submitted' | 'rejected' | 'approved' | 'exported'

/** The state of a week. A week without a record is open. */
export function stateOf(week: Partial<Timecard> | null | undefined): WeekState {
  if (week?.exported_at) return 'exported'
  if (week?.approved_at) return 'approved'
  if (week?.submitted_at) return 'submitted'
  return week?.rejected_at ? 'rejected' : 'open'
}

/** Approved weeks are locked, exported or not. */
export const isLocked = (week: Partial<Timecard> | null | undefined): boolean => !!week?.approved_at

/** Whether someone says that something is wrong with a week, and nobody has answered. */
export const isDisputed = (week: Partial<Timecard> | null | undefined): boolean =>
  !!week?.disputed_at && !week.dispute_answered_at

/** Whether a person has signed a week's hours as they are now. */
export const isSigned = (week: Partial<Timecard> | null | undefined): boolean =>
  !!week?.signed_at && !week.signature_void_at

/** What a person signs: the hours as they are paid, in an order that does not depend on when they were entered. */
export const linesToSign = (entries: readonly SignedLine[]): SignedLine[] =>
  entries
    .map(({ date, project_id, type, hours, per_diem }) => ({ date, project_id, type, hours, per_diem }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

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
