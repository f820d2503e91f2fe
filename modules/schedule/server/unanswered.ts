import { addDays, type Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { replyOn } from '../answers.ts'
import { daysOf, FULL_DAY, hoursOn, isWorkDay } from '../days-of.ts'
import { scheduleEvents, type Unanswered } from '../entities.ts'
import { workDaysAround } from './context.ts'

const fields = [
  'id',
  'user_id',
  'project_id',
  'start_date',
  'end_date',
  'days',
  'hours_per_day',
  'answers',
  'draft',
] as const

/** Who has not confirmed the next work day, who cannot make a day, and who is planned on two jobs at once (rule being-told). */
export async function unanswered(ctx: Ctx): Promise<Unanswered> {
  const today = await todayOf(ctx)
  const events = await ctx.pick(scheduleEvents, fields, {
    kind: 'assignment',
    removed: false,
    end_date: between(today, null),
  })
  const last = events.reduce((latest, { end_date }) => (end_date > latest ? end_date : latest), today)
  const company = await workDaysAround(today, last, ctx)
  const next = [1, 2, 3, 4].map((count) => addDays(today, count))
  const day = next.find((one) => isWorkDay(one, company)) ?? addDays(today, 1)
  const ids = [...new Set(events.flatMap(({ project_id }) => project_id ?? []))]
  const known = await ctx.pick(projects, ['id', 'number', 'name'], { id: ids })
  const jobs = new Map(known.map(({ id, number, name }) => [id, `${number} ${name}`]))
  const places = events.flatMap((event) => {
    const job = jobs.get(event.project_id ?? 0)
    return job === undefined
      ? []
      : daysOf(event, company).flatMap((date) => (date < today ? [] : [{ ...event, job, date }]))
  })
  const told = places.filter(({ draft }) => !draft)
  const isOpen = ({ date, answers }: (typeof places)[number]) => date === day && replyOn(answers, date) === 'open'
  const double = [...Map.groupBy(places, ({ user_id, date }) => `${user_id} ${date}`).values()].filter(
    (all) =>
      all.length > 1 && all.reduce((sum, one) => sum + hoursOn(one.hours_per_day, one.date, company), 0) > FULL_DAY,
  )
  return {
    day,
    open: [...new Set(told.filter(isOpen).map(({ user_id }) => user_id))],
    declined: told
      .flatMap(({ id, user_id, job, date, answers }) => {
        const no = answers.find((one) => one.date === date && one.declined_at !== null && !one.left_open_at)
        return no ? [{ event_id: id, user_id, job, date, reason: no.declined_reason }] : []
      })
      .toSorted(byDate),
    double: [...Map.groupBy(double, ([first]) => first?.user_id ?? 0)]
      .map(([user_id, days]) => {
        const [first = []] = days.toSorted(([a], [b]) => byDate(a, b))
        const on = [...new Set(first.map(({ job }) => job))]
        return { user_id, date: first[0]?.date ?? today, days: days.length, jobs: on }
      })
      .toSorted(byDate),
  }
}

const byDate = (a?: { readonly date: Day }, b?: { readonly date: Day }): number =>
  (a?.date ?? '') < (b?.date ?? '') ? -1 : 1
