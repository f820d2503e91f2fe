import { can, type CurrentUser, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { stateOf as stateIn, type WorkflowState } from '#core/entity/workflow.ts'
import { not } from '#core/query/where.ts'
import type { Day } from '#lib/days.ts'
import type { EntryType, Timecard, TimeEntry } from './entities.ts'
import type { SignedLine, Statement } from './week-values.ts'

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
export const mayRemove = (entry: { readonly creator_id: Id } | null, user: CurrentUser | null): boolean =>
  can('delete', 'timeEntries')(user) || (can('create', 'timeEntries')(user) && entry?.creator_id === user?.id)

/** Shown when a step requires a reason and none is given (rule timecard-week). */
export const ADD_A_REASON = 'Add a reason.'
export const LOCKED = 'This week is approved and locked.'

/** The entries on projects that nobody has reviewed; those that wait to be sent are not there yet. */
export const toReview = (
  entries: readonly { readonly id: Id; readonly project_id: Id | null; readonly reviewed_at: string | null }[],
): Id[] =>
  entries.flatMap(({ id, project_id, reviewed_at }) =>
    project_id !== null && reviewed_at === null && id > 0 ? [id] : [],
  )

/** From the first entry to payroll. A week that was sent back is as good as open, and says why. */
export const weekStates = {
  open: { label: 'Open' },
  rejected: { label: 'Sent back', tone: 'attention', stamp: 'rejected', passing: true },
  submitted: { label: 'Submitted', tone: 'primary', stamp: 'submitted' },
  approved: { label: 'Approved', tone: 'done', stamp: 'approved', refusal: LOCKED },
  exported: { label: 'Exported', tone: 'done', stamp: 'exported', refusal: LOCKED },
} as const satisfies Record<string, WorkflowState>
export type WeekState = keyof typeof weekStates

/** What its person says is wrong with a week, and that somebody has answered; both stay until its hours change. */
export const weekMarks = {
  disputed: {
    label: 'Something’s wrong',
    tone: 'attention',
    stamp: 'disputed',
    when: { disputed_at: not(null), dispute_answered_at: null },
  },
  answered: { label: 'Answered', stamp: 'dispute_answered' },
} as const satisfies Record<string, WorkflowState>

/** The state of a week. A week without a record is open. */
export const stateOf = (week: object | null | undefined): WeekState => stateIn({ states: weekStates }, week ?? {})

/** What a person who disputes a week says an entry's hours should be. */
export interface Proposal {
  readonly entry_id: Id
  readonly date: Day
  /** As entered. */
  readonly hours: number
  readonly to: number
}

/** What a week says of its dispute; older servers leave out what was said before. */
export interface Disputed {
  readonly disputed_id?: Id | null
  readonly disputed_at?: string | null
  readonly dispute_answered_at?: string | null
  readonly disputed_reason?: string | null
  readonly disputed_entry_id?: Id | null
  readonly disputed_hours?: number | null
  readonly disputed_before?: readonly Statement[] | null
}

/** What was said is wrong with a week since nobody answered, oldest first. */
export function statementsOf(week: Disputed): Statement[] {
  if (!week.disputed_reason) return []
  const { disputed_id: user_id = null, disputed_at: at = null, disputed_entry_id: entry_id = null } = week
  const newest = { user_id, at, reason: week.disputed_reason, entry_id, hours: week.disputed_hours ?? null }
  return [...(week.disputed_before ?? []), newest]
}

/** What was said of a week in quotes: “I left at noon” “Friday too” */
export const quotedIn = (week: Disputed): string =>
  statementsOf(week)
    .map(({ reason }) => `“${reason}”`)
    .join(' ')

/** What a disputed week proposes, as far as its entries are known: of each day what was said last. */
export function proposalsOf(week: Disputed, entries: readonly TimeEntry[]): Proposal[] {
  if (!isDisputed(week)) return []
  const found = statementsOf(week).flatMap(({ entry_id, hours: to }): Proposal[] => {
    const entry = entries.find(({ id }) => id === entry_id)
    return entry && to !== null ? [{ entry_id: entry.id, date: entry.date, hours: entry.hours, to }] : []
  })
  return [...new Map(found.map((one) => [one.date, one])).values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

interface Approved {
  readonly approved_at?: string | null
}

/** Approved weeks are locked, exported or not. */
export const isLocked = (week: Approved | null | undefined): boolean => !!week?.approved_at

/** Whether someone says that something is wrong with a week, and nobody has answered. */
export const isDisputed = (week: Disputed | null | undefined): boolean =>
  !!week?.disputed_at && !week.dispute_answered_at

/** Whether a person has signed a week's hours as they are now. */
export const isSigned = (week: Partial<Timecard> | null | undefined): boolean =>
  !!week?.signed_at && !week.signature_void_at

/** What a person signs: the hours as they are paid, in an order that does not depend on when they were entered. */
export const linesToSign = (entries: readonly SignedLine[]): SignedLine[] =>
  entries
    .map(({ date, project_id, type, hours, per_diem }) => ({ date, project_id, type, hours, per_diem }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

interface Week {
  readonly user_id?: Id | undefined
}

/** Users submit and dispute their own week, and other people's if they may enter time. */
export const mayStep = ({ user_id }: Week, user: CurrentUser): boolean =>
  user_id === user.id || can('create', 'timeEntries')(user)

/** What somebody says of their own hours somebody else answers, or who approves. */
export const mayAnswer = ({ user_id }: Week, user: CurrentUser): boolean =>
  user_id !== user.id || can('approve', 'timecards')(user)

/** Weeks change only by their steps. */
export function mayChangeWeek(
  verb: string,
  { before, draft }: { readonly before: { readonly user_id: Id } | null; readonly draft: { readonly user_id?: Id } },
  user: CurrentUser,
): boolean | string {
  const { user_id } = before ?? draft
  if (verb === 'answer_dispute' || verb === 'take_back_answer')
    return mayAnswer({ user_id }, user) || 'Someone else answers this.'
  if (verb === 'approve' || verb === 'reject' || verb === 'reopen') return true
  if (verb === 'edit' || verb === 'delete') return 'A week is submitted, approved or reopened, not edited.'
  return mayStep({ user_id }, user)
}

/** The values of a week that nobody disputes. */
export const undisputed = {
  disputed_id: null,
  disputed_at: null,
  disputed_reason: null,
  disputed_entry_id: null,
  disputed_hours: null,
  disputed_before: null,
  dispute_answered_id: null,
  dispute_answered_at: null,
  dispute_answer: null,
}
