import { can, type CurrentUser, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Sight } from '#core/entity/rules.ts'
import type { EntryType, SignedLine, Timecard } from './entities.ts'

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

export type WeekState = 'open' | 'submitted' | 'rejected' | 'approved' | 'exported'

/** The state of a week. A week without a record is open. */
export function stateOf(week: Partial<Timecard> | null | undefined): WeekState {
  if (week?.exported_at) return 'exported'
  if (week?.approved_at) return 'approved'
  if (week?.submitted_at) return 'submitted'
  return week?.rejected_at ? 'rejected' : 'open'
}

interface Approved {
  readonly approved_at?: string | null
}
interface Disputed {
  readonly disputed_at?: string | null
  readonly dispute_answered_at?: string | null
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

/** Shown when a step requires a reason and none is given (rule timecard-week). */
export const ADD_A_REASON = 'Add a reason.'
export const LOCKED = 'This week is approved and locked.'

/** Users may change their own week, and other people's if they may enter time. Weeks change only by their steps. */
export function mayChangeWeek(
  verb: string,
  { before, draft }: { readonly before: { readonly user_id: Id } | null; readonly draft: { readonly user_id?: Id } },
  user: CurrentUser,
): boolean | string {
  const own = (before?.user_id ?? draft.user_id) === user.id
  if (verb === 'answer_dispute') return !own || can('approve', 'timecards')(user) || 'Someone else answers this.'
  if (verb === 'approve' || verb === 'reject' || verb === 'reopen') return true
  if (verb === 'edit' || verb === 'delete') return 'A week is submitted, approved or reopened, not edited.'
  return own || can('create', 'timeEntries')(user)
}

/** The values of a week that is not sent back, and of a dispute without an answer. */
export const notRejected = { rejected_id: null, rejected_at: null, rejected_reason: null }
export const unanswered = { dispute_answer: null, dispute_answered_id: null, dispute_answered_at: null }
/** The values of a week that nobody disputes. */
export const undisputed = { disputed_reason: null, disputed_at: null, ...unanswered }

export const MOST_REASON = 255
export const reasonIn = ({ reason }: Readonly<Record<string, unknown>>): string =>
  typeof reason === 'string' ? reason.trim().slice(0, MOST_REASON) : ''

export const weekSteps = {
  answer_dispute: (
    week: Disputed,
    _: Sight,
    body: Readonly<Record<string, unknown>>,
  ): string | FieldErrors | undefined => {
    if (!isDisputed(week)) return 'Nobody disputes this week.'
    return reasonIn(body) ? undefined : { reason: [ADD_A_REASON] }
  },
  sign: (week: Approved): string | undefined => (isLocked(week) ? LOCKED : undefined),
}
