import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { overtimeSettings, rulesOf } from '../../overtime/entities.ts'
import { companyDays } from '../company-days.ts'
import type { WorkDays } from '../days-of.ts'
import { scheduleEvents, scheduleSettings, type CalendarEvent, type ScheduleSetting } from '../entities.ts'

/** How many days around a span its days off are known, so that it can be moved by some weeks. */
export const AROUND = 31

const defaults = { work_days: [1, 2, 3, 4, 5], start_time: '07:00', ratio: true }
export async function settingsOf(
  ctx: Pick<Ctx, 'cached'>,
): Promise<Pick<ScheduleSetting, 'work_days' | 'start_time' | 'ratio'>> {
  const [settings] = await ctx.cached(scheduleSettings)
  return settings ?? defaults
}

/** Calendar events between two days that keep people from working: of everyone, or of these people. */
export async function offBetween(from: Day, to: Day, ctx: Pick<Ctx, 'all'>): Promise<CalendarEvent[]> {
  const found = await ctx.all(scheduleEvents, {
    kind: 'calendar',
    type: ['time_off', 'holiday'],
    start_date: between(null, to),
    end_date: between(from, null),
  })
  return found.flatMap((event) => (event.kind === 'calendar' ? [event] : []))
}

/** The company's work days around a span, far enough for a shift by some weeks. */
export async function workDaysAround(
  from: Day,
  to: Day,
  ctx: Pick<Ctx, 'all' | 'cached'>,
  known?: readonly CalendarEvent[],
): Promise<WorkDays> {
  const span = { from: addDays(from, -AROUND), to: addDays(to, AROUND) }
  const [setting] = await ctx.cached(overtimeSettings)
  const { work_days } = await settingsOf(ctx)
  const events = known ?? (await offBetween(span.from, span.to, ctx))
  return companyDays(span, work_days, rulesOf(setting).other, events)
}

/** Whether a day off of some people names this one. */
export const hasOff = (event: Pick<CalendarEvent, 'everyone' | 'user_ids'>, person: Id): boolean =>
  !event.everyone && event.user_ids.includes(person)
