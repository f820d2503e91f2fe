import { json } from '#core/entity/fields.ts'
import { signature } from '#core/entity/signature.ts'
import * as z from 'zod/mini'
import { addDays } from '#lib/days.ts'
import { isSignature, NOT_A_SIGNATURE } from '#lib/signature.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { isObject } from '#lib/is-object.ts'
import { refuse, type Ctx, type Serving } from '#server/define-server.ts'
import { timeEntries, type timecards, type Timecard } from '../entities.ts'
import { isDisputed, linesToSign, quotedIn } from '../guards.ts'
import { lockTime } from './lock.ts'
import { splitOf } from './split-of.ts'
import { newWeekOf, spanOf, weeksBetween } from './weeks.ts'

const NOT_A_WEEK = 'Week start must be the first day of a week.'
const HOURS_CHANGED = 'The hours have changed. Look at them again and sign what they are now.'
const NOT_ALL_SEEN = 'This week has hours that you do not see: it is signed with someone who sees them all.'
const NOT_OF_WEEK = 'Choose hours of this week.'
const ALREADY_EXISTS = 'This week already exists.'
/** Holds a person's time, so that a week is not approved while its hours change. */
export async function mayChange(
  _: string,
  { before, draft }: { before: Timecard | null; draft: DraftOf<typeof timecards> },
  ctx: Ctx,
): Promise<true> {
  await lockTime([before?.user_id ?? draft.user_id ?? 0], ctx)
  return true
}

/**
 * A week must start on the company's first day of the week and must not overlap an existing one, which may start on
 * another day if the setting was changed since.
 */
export async function validate(
  { user_id, week_start }: DraftOf<typeof timecards>,
  before: Timecard | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  if (!week_start || !user_id || before) return {}
  const [beside] = await weeksBetween(user_id, addDays(week_start, -6), addDays(week_start, 6), ctx)
  if (beside) return { week_start: [ALREADY_EXISTS] }
  return (await newWeekOf(user_id, week_start, ctx)) === week_start ? {} : { week_start: [NOT_A_WEEK] }
}

/** What each step demands and changes beyond its stamps, reasons and effects. */
export const actions: Serving<typeof timecards>['actions'] = {
  /** The person signs, on their own phone or on that of whoever entered the hours, exactly the hours that were shown. */
  sign: {
    asks: { signature_path: signature(), lines: json(z.array(z.unknown())) },
    async run(week, ctx, body) {
      const { signature_path, lines }: Record<string, unknown> = isObject(body) ? body : {}
      if (!isSignature(signature_path)) return refuse(NOT_A_SIGNATURE, { signature_path: ['Signature is required'] })
      const mine = { user_id: week.user_id, date: spanOf(week) }
      const entries = await ctx.all(timeEntries, mine)
      const signed_lines = linesToSign(entries)
      if (!signed_lines.length) refuse('There are no hours to sign.')
      if ((await ctx.shown(timeEntries, mine)).length < entries.length) refuse(NOT_ALL_SEEN)
      if (JSON.stringify(lines) !== JSON.stringify(signed_lines)) refuse(HOURS_CHANGED)
      return week
    },
  },
  /** The hours that are said to be wrong are the week's own. */
  async dispute(week, ctx) {
    const { user_id, disputed_entry_id: id } = week
    if (id !== null && !(await ctx.count(timeEntries, { id, user_id, date: spanOf(week) })))
      refuse(NOT_OF_WEEK, { disputed_entry_id: [NOT_OF_WEEK] })
    return week
  },
  /** Hours that the law permits only as an exception require a reason from the approver, disputed ones a confirmation. */
  async approve(week, ctx, body) {
    if (isDisputed(week))
      ctx.warn('disputed', `${week.user_name} says that something is wrong with this week: ${quotedIn(week)}`)
    const entries = await ctx.all(timeEntries, { user_id: week.user_id, date: spanOf(week) })
    const { totals, entries: split, warnings } = await splitOf(week, entries, ctx)
    const stop = warnings.find(({ blocks }) => blocks)
    const excused = isObject(body) && typeof body.exception === 'string' ? body.exception.trim() : ''
    if (stop && !excused) refuse(stop.text, { exception: [stop.text] })
    return { ...week, exception_reason: stop ? excused : null, totals, split }
  },
}
