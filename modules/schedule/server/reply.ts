import { isObject } from '#lib/is-object.ts'
import { isDay } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { answering, type Saying } from '../answers.ts'
import { workDaysAround } from './context.ts'
import type { ScheduleEvent } from '../entities.ts'
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

const reply =
  (says: Saying['says']) =>
  async (event: ScheduleEvent, ctx: Ctx, body: unknown): Promise<ScheduleEvent> => ({
    ...event,
    ...answering(event, await answeredDays(event, body, ctx), { ...(isObject(body) && body), says, now: ctx.now }),
  })
export const [confirm, decline] = [reply('confirmed'), reply('declined')]
