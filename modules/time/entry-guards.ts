import { can, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { read, type Denial, type Read, type Sight } from '#core/entity/rules.ts'
import { between } from '#core/query/where.ts'
import { addDays, type Day } from '#lib/days.ts'
import { costCodes } from '../cost-codes/entities.ts'
import type { EntryType } from './entities.ts'
import { isLocked, LOCKED, mayRemove } from './guards.ts'
import { timecards } from './timecards.ts'

const NO = 'You do not have permission to do that.'
const NO_ADMIN = 'You may not enter admin time.'
interface Place {
  readonly user_id?: Id | undefined
  readonly date?: Day | undefined
}
interface Entry extends Place {
  readonly type?: EntryType
  readonly project_id?: Id | null
  readonly cost_code_id?: Id | null
}

/** The weeks that a day of a person may be in, whatever day of the week they start on. */
const weekWhere = ({ user_id = 0, date = '' }: Place) => ({ user_id, week_start: between(addDays(date, -6), date) })
const placesOf = (values: Place, before: Place | null): Place[] =>
  [values, ...(before ? [before] : [])].filter(({ user_id, date }) => user_id && date)

/** The week an entry is in, the one it moves to, and its cost code. */
export const readsEntry = (values: Entry, before: Entry | null): Read[] => [
  ...placesOf(values, before).map((place) => read(timecards, weekWhere(place))),
  ...(values.cost_code_id ? [read(costCodes, { id: values.cost_code_id })] : []),
]

/** Refuses changes to an approved week, both the one an entry is in and the one it moves to. */
export function mayWrite(
  verb: string,
  { before, draft }: { readonly before: (Entry & { readonly creator_id: Id }) | null; readonly draft: Entry },
  by: Sight,
): true | string | Denial {
  if (verb === 'delete' && !mayRemove(before, by.user)) return NO
  const isChange = verb === 'edit' || verb === 'delete'
  if (isChange && before?.type === 'admin' && !can('edit', 'adminTimeEntries')(by.user)) return NO_ADMIN
  const weeks = placesOf({ ...before, ...draft }, before).map((place) => by.one(timecards, weekWhere(place)))
  return weeks.some(isLocked) ? { status: 422, message: LOCKED, errors: {} } : true
}

/** Only standard time is on a project and a code (rule time-entry-type). */
export const deriveEntry = ({ type }: Entry, before: Entry | null) =>
  (type ?? before?.type ?? 'standard') === 'standard' ? {} : { project_id: null, cost_code_id: null }

export function entryErrors(draft: Entry, before: Entry | null, by: Sight): FieldErrors {
  const { type, project_id, cost_code_id } = { ...before, ...draft }
  const errors: FieldErrors = {}
  if (type === 'admin' && before?.type !== 'admin' && !can('edit', 'adminTimeEntries')(by.user))
    errors.type = [NO_ADMIN]
  const code = project_id && cost_code_id ? by.one(costCodes, { id: cost_code_id }) : undefined
  if (code && code.project_id !== project_id) errors.cost_code_id = ['Choose a cost code of this project.']
  else if (code && !code.active && cost_code_id !== before?.cost_code_id)
    errors.cost_code_id = ['This cost code is not active.']
  return errors
}
