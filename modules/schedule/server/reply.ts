import { isObject } from '#lib/is-object.ts'
import { isDay } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { answering, dayNamed, replyOn, type Saying } from '../answers.ts'
import { workDaysAround } from './context.ts'
import type { ScheduleEvent } from '../entities.ts'
import { daysTold, toldIn } from '../told.ts'
import { tellPeople } from './telling.ts'

/** The days that an answer is about: the one that is named, or all from today on. @throws Refusal 422 */
async function answeredDays(event: ScheduleEvent, body: unknown, ctx: Ctx): Promise<string[]> {
  const told = toldIn(event.published)
  const today = await todayOf(ctx)
  if (!told) return []
  const company = await workDaysAround(told.start_date, told.end_date, ctx)
  const days = daysTold(told, company)
  const date = isObject(body) ? body.date : undefined
  if (date === undefined || date === null || date === '') return days.filter((day) => day >= today)
  if (typeof date !== 'string' || !isDay(date) || !days.includes(date))
    return refuse('This is no day of the assignment.', { date: ['Date must be a day of the assignment.'] })
  return [date]
}

const reply =
  (says: Saying['says']) =>
  async (event: ScheduleEvent, ctx: Ctx, body: unknown): Promise<ScheduleEvent> => ({
    ...event,
    ...answering(event, await answeredDays(event, body, ctx), { ...(isObject(body) && body), says, now: ctx.now }),
  })
export const [confirm, decline] = [reply('confirmed'), reply('declined')]

/** The one day that an answer of those who plan is about, which its person cannot make. @throws Refusal 422 */
export function declinedDay(event: ScheduleEvent, body: unknown): string {
  const [date = ''] = dayNamed(isObject(body) ? body : {})
  if (replyOn(event.answers, date) === 'declined') return date
  return refuse('Nobody declined this day.', { date: ['Date must be a day that was declined.'] })
}

/** Takes back that somebody cannot make a day, and asks them once more. */
export async function askAgain(event: ScheduleEvent, ctx: Ctx, body: unknown): Promise<ScheduleEvent> {
  const date = declinedDay(event, body)
  const now = toldIn(event.published)
  const change = { event_id: event.id, kind: 'new' as const, was: null, now, days: [date] }
  if (now) await tellPeople(new Map([[now.user_id, [change]]]), ctx)
  return { ...event, answers: event.answers.filter((one) => one.date !== date) }
}

/** Leaves a day open that its person cannot make. */
export function leaveOpen(event: ScheduleEvent, ctx: Ctx, body: unknown): ScheduleEvent {
  const date = declinedDay(event, body)
  return {
    ...event,
    answers: event.answers.map((one) => (one.date === date ? { ...one, left_open_at: ctx.now } : one)),
  }
}
