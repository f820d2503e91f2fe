import { can } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { isObject, type FieldErrors } from '#core/entity/parse.ts'
import { between, refuse, type Ctx, type Serving } from '#server/define-server.ts'
import { timecards, timeEntries, type Timecard } from './entities.ts'
import { LOCKED, isLocked, stateOf } from './guards.ts'
import { splitOf } from './split-of.ts'
import { newWeekOf, spanOf } from './weeks.ts'

/** Rule timecard-week: whoever sends a week back says why. */
const ADD_A_REASON = 'Add a reason.'
const NOT_A_WEEK = 'Week start must be the first day of a week.'
const THERE_ALREADY = 'This week is there already.'
const EXPORTED = 'This week is exported. Undo its batch first.'

function reasonIn(body: unknown, field = 'reason'): string {
  const sent = isObject(body) ? body[field] : undefined
  const reason = typeof sent === 'string' ? sent.trim().slice(0, 500) : ''
  return reason || refuse(ADD_A_REASON, { [field]: [ADD_A_REASON] })
}

/** One's own week, or one of those whose time one may enter. */
export async function mayTouch(
  verb: string,
  { before, draft }: { before: Timecard | null; draft: DraftOf<typeof timecards> },
  ctx: Ctx,
): Promise<true | string> {
  await ctx.alone('time')
  const own = (before?.user_id ?? draft.user_id) === ctx.user.id
  if (verb === 'approve' || verb === 'reject' || verb === 'reopen') return true
  if (verb === 'edit' || verb === 'delete') return 'A week is submitted, approved or reopened, not edited.'
  return own || can('create', 'timeEntries')(ctx.user) || 'You do not have permission to do that.'
}

/** A week begins on the day the company's weeks begin on, and shares no day with one that is there, however those began. */
export async function validate(
  { user_id, week_start }: DraftOf<typeof timecards>,
  before: Timecard | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  if (!week_start || !user_id || before) return {}
  const near = between(addDays(week_start, -6), addDays(week_start, 6))
  const [beside] = await ctx.all(timecards, { user_id, week_start: near })
  if (beside) return { week_start: [THERE_ALREADY] }
  return (await newWeekOf(user_id, week_start, ctx)) === week_start ? {} : { week_start: [NOT_A_WEEK] }
}

const cleared = {
  rejected_id: null,
  rejected_at: null,
  rejected_reason: null,
  disputed_reason: null,
  disputed_at: null,
}

/** What a week goes through; each step says who took it and when. */
export const actions: Serving<typeof timecards>['actions'] = {
  submit(week, { user, now }) {
    if (isLocked(week)) refuse(LOCKED)
    return { ...week, ...cleared, submitted_id: user.id, submitted_at: now }
  },
  unsubmit(week) {
    if (isLocked(week)) refuse(LOCKED)
    return { ...week, submitted_id: null, submitted_at: null }
  },
  /** "Something's wrong": said to whoever entered it, and the week is open again. */
  dispute(week, { now }, body) {
    if (isLocked(week)) refuse(LOCKED)
    const disputed_reason = reasonIn(body)
    return { ...week, submitted_id: null, submitted_at: null, disputed_reason, disputed_at: now }
  },
  /** Where the law allows something as an exception only, whoever approves says that it is one, and why. */
  async approve(week, ctx, body) {
    if (isLocked(week)) return week
    const entries = await ctx.all(timeEntries, { user_id: week.user_id, date: spanOf(week) })
    const { totals, entries: split, warnings } = await splitOf(week, entries, ctx)
    const stop = warnings.find(({ blocks }) => blocks)
    const excused = isObject(body) && typeof body.exception === 'string' ? body.exception.trim() : ''
    if (stop && !excused) refuse(stop.text, { exception: [stop.text] })
    return {
      ...week,
      ...cleared,
      approved_id: ctx.user.id,
      approved_at: ctx.now,
      exception_reason: stop ? excused.slice(0, 500) : null,
      totals,
      split,
    }
  },
  reject(week, { user, now }, body) {
    if (isLocked(week)) refuse(LOCKED)
    const rejected_reason = reasonIn(body)
    return {
      ...week,
      submitted_id: null,
      submitted_at: null,
      rejected_id: user.id,
      rejected_at: now,
      rejected_reason,
    }
  },
  reopen(week, _, body) {
    if (stateOf(week) === 'exported') refuse(EXPORTED)
    const reopened_reason = reasonIn(body)
    return {
      ...week,
      reopened_reason,
      approved_id: null,
      approved_at: null,
      submitted_id: null,
      submitted_at: null,
      totals: null,
      split: null,
    }
  },
}
