import { isObject } from '#lib/is-object.ts'
import { isDay } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { withAnswer } from '../answers.ts'
import { workDaysAround } from './context.ts'
import type { Answer, ScheduleEvent } from '../entities.ts'
import { daysTold, toldIn } from '../told.ts'

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

async function answer(
  event: ScheduleEvent,
  body: unknown,
  answered: Omit<Answer, 'date'>,
  ctx: Ctx,
): Promise<ScheduleEvent> {
  const days = await answeredDays(event, body, ctx)
  // Saying the same again changes nothing.
  const open = days.filter((day) => {
    const known = event.answers.find(({ date }) => date === day)
    return answered.confirmed_at ? !known?.confirmed_at : known?.declined_reason !== answered.declined_reason
  })
  return { ...event, answers: withAnswer(event.answers, open, answered) }
}

export const confirm = (event: ScheduleEvent, ctx: Ctx, body: unknown): Promise<ScheduleEvent> =>
  answer(event, body, { confirmed_at: ctx.now, declined_at: null, declined_reason: null }, ctx)

export function decline(event: ScheduleEvent, ctx: Ctx, body: unknown): Promise<ScheduleEvent> {
  const reason = isObject(body) && typeof body.reason === 'string' ? body.reason.trim() : ''
  return answer(event, body, { confirmed_at: null, declined_at: ctx.now, declined_reason: reason }, ctx)
}
