import { addDays, daysBetween, isDay, type Day } from '#lib/days.ts'
import { between, refuse, type Ctx } from '#server/define-server.ts'
import { overtimeSettings, rulesOf } from '../../overtime/entities.ts'
import { companyDays, hoursOff } from '../company-days.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { offBetween, settingsOf } from './context.ts'
import { scheduleEvents, type Workload } from '../entities.ts'

/** The longest span that is answered, and how far around it days off are known, in days. */
const MOST = 2 * 366
const AROUND = 366

const barFields = ['id', 'project_id', 'phase_id', 'start_date', 'end_date', 'headcount', 'tentative'] as const
const plannedFields = [
  'user_id',
  'project_id',
  'phase_id',
  'start_date',
  'end_date',
  'days',
  'hours_per_day',
  'answers',
  'draft',
] as const

const during = ({ from, to }: { from: Day; to: Day }) => ({
  start_date: between(null, to),
  end_date: between(from, null),
})

/** What is needed and who there is between two days, read in a few statements however many people and projects. */
export async function workload(ctx: Ctx, { from = '', to = '' }: Record<string, string>): Promise<Workload> {
  if (!isDay(from)) refuse('From must be a date.', { from: ['From must be a date.'] })
  if (!isDay(to) || to < from) refuse('To must be a date.', { to: ['To must be a date on or after the first.'] })
  if (daysBetween(from, to) > MOST) refuse('Two years at most.', { to: ['To must be two years later at most.'] })
  const wide = { from: addDays(from, -AROUND), to: addDays(to, AROUND) }
  const days = await offBetween(wide.from, wide.to, ctx)
  const { work_days } = await settingsOf(ctx)
  const [overtime] = await ctx.cached(overtimeSettings)
  const company = companyDays(wide, work_days, rulesOf(overtime).other, days)
  // Bars around the span too, since a scenario may move them into it.
  const drawn = await ctx.pick(scheduleEvents, barFields, { kind: 'phase', ...during(wide) })
  const active = new Set((await ctx.pick(projects, ['id'], { archived_at: null })).map(({ id }) => id))
  const people = await ctx.pick(users, ['id', 'license'], {
    active: true,
    schedulable: true,
    customer_id: null,
    contact_type_id: null,
  })
  const planned = await ctx.pick(scheduleEvents, plannedFields, {
    kind: 'assignment',
    removed: false,
    ...during({ from, to }),
  })
  const away = days.flatMap((event) => {
    const { everyone, user_ids, start_date, end_date } = event
    const isElsewhen = start_date === null || start_date > to || (end_date ?? start_date) < from
    const span = { from: start_date ?? '', to: end_date ?? start_date ?? '', hours: hoursOff(event) }
    return everyone || isElsewhen ? [] : user_ids.map((user_id) => ({ user_id, ...span }))
  })
  return {
    bars: drawn.flatMap(({ project_id, ...bar }) =>
      project_id !== null && active.has(project_id) ? [{ ...bar, project_id }] : [],
    ),
    people,
    away: away.flatMap(({ hours, ...one }) => (hours === null ? [one] : [])),
    partly: away.flatMap(({ hours, ...one }) => (hours === null ? [] : [{ ...one, hours }])),
    assignments: planned.flatMap(({ project_id, hours_per_day: hours, answers, draft, ...assignment }) => {
      // An answer to what was published says nothing of a plan that was changed since.
      const declined = draft ? [] : answers.flatMap(({ date, declined_at }) => (declined_at === null ? [] : [date]))
      return project_id === null ? [] : [{ ...assignment, project_id, hours, declined }]
    }),
    work_days,
    off: [...company.off.keys()],
    short: Object.fromEntries([...(company.short ?? [])].map(([day, { hours }]) => [day, hours])),
  }
}
