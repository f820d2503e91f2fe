import type { Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { addDays, type Day } from '#lib/days.ts'
import { between, refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { replyOn } from '../answers.ts'
import { daysOf, FULL_DAY, hoursOn, isWorkDay, type WorkDays } from '../days-of.ts'
import { scheduleEvents, type Assignment, type Unanswered } from '../entities.ts'
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

interface Place extends Pick<Assignment, 'id' | 'user_id' | 'answers' | 'draft' | 'hours_per_day'> {
  readonly job: string
  readonly date: Day
}

/** The days from today on on which people are planned, of everyone or of one person, and the company's days there. */
async function planned(ctx: Ctx, person: { user_id?: Id } = {}) {
  const today = await todayOf(ctx)
  const events = await ctx.pick(scheduleEvents, fields, {
    kind: 'assignment',
    removed: false,
    end_date: between(today, null),
    ...person,
  })
  const last = events.reduce((latest, { end_date }) => (end_date > latest ? end_date : latest), today)
  const company = await workDaysAround(today, last, ctx)
  const ids = [...new Set(events.flatMap(({ project_id }) => project_id ?? []))]
  const known = await ctx.pick(projects, ['id', 'number', 'name'], { id: ids })
  const jobs = new Map(known.map(({ id, number, name }) => [id, `${number} ${name}`]))
  const places = events.flatMap((event): Place[] => {
    const job = jobs.get(event.project_id ?? 0)
    return job === undefined
      ? []
      : daysOf(event, company).flatMap((date) => (date < today ? [] : [{ ...event, job, date }]))
  })
  return { today, company, places }
}

/** Days on which somebody is planned for more hours than a day has, unless all that is planned then was left as it is. */
const doubleIn = (places: readonly Place[], company: WorkDays): Place[][] =>
  [...Map.groupBy(places, ({ user_id, date }) => `${user_id} ${date}`).values()].filter(
    (all) =>
      all.length > 1 &&
      all.reduce((sum, one) => sum + hoursOn(one.hours_per_day, one.date, company), 0) >
        hoursOn(FULL_DAY, all[0]?.date ?? '', company) &&
      !all.every(({ answers, date }) => answers.some((one) => one.date === date && one.left_open_at)),
  )

/** Who has not confirmed the next work day, who cannot make a day, and who is planned on two jobs at once (rule being-told). */
export async function unanswered(ctx: Ctx): Promise<Unanswered> {
  const { today, company, places } = await planned(ctx)
  const next = [1, 2, 3, 4].map((count) => addDays(today, count))
  const day = next.find((one) => isWorkDay(one, company)) ?? addDays(today, 1)
  const told = places.filter(({ draft }) => !draft)
  const isOpen = ({ date, answers }: Place) => date === day && replyOn(answers, date) === 'open'
  return {
    day,
    open: [...new Set(told.filter(isOpen).map(({ user_id }) => user_id))],
    declined: told
      .flatMap(({ id, user_id, job, date, answers }) => {
        const no = answers.find((one) => one.date === date && one.declined_at !== null && !one.left_open_at)
        return no ? [{ event_id: id, user_id, job, date, reason: no.declined_reason }] : []
      })
      .toSorted(byDate),
    double: [...Map.groupBy(doubleIn(places, company), ([first]) => first?.user_id ?? 0)]
      .map(([user_id, days]) => {
        const [first = []] = days.toSorted(([a], [b]) => byDate(a, b))
        const on = [...new Set(first.map(({ job }) => job))]
        return { user_id, date: first[0]?.date ?? today, days: days.length, jobs: on }
      })
      .toSorted(byDate),
  }
}

/** Accepts the double bookings that a person has now: `{user_id}`. A later assignment on such a day is reported again. */
export async function leaveDouble(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const user_id = readId(body.user_id)
  if (!user_id) return refuse('Name a person.', { user_id: ['User id is required'] })
  // Locked, so that an answer that its person gives meanwhile is not overwritten.
  await ctx.lock(scheduleEvents, { kind: 'assignment', user_id, removed: false })
  const { company, places } = await planned(ctx, { user_id })
  const events = Map.groupBy(doubleIn(places, company).flat(), ({ id }) => id)
  const saved: { id: Id }[] = []
  for (const [id, days] of events) {
    const left = days.map(({ date, answers }) => ({
      date,
      ...(answers.find((one) => one.date === date) ?? nothingSaid),
      left_open_at: ctx.now,
    }))
    const others = (days[0]?.answers ?? []).filter(({ date }) => !left.some((one) => one.date === date))
    const answers = [...others, ...left].toSorted(byDate)
    saved.push(await ctx.save(scheduleEvents, { id, answers }))
  }
  return saved
}
const nothingSaid = { confirmed_at: null, declined_at: null, declined_reason: null }

const byDate = (a?: { readonly date: Day }, b?: { readonly date: Day }): number =>
  (a?.date ?? '') < (b?.date ?? '') ? -1 : 1
