import { can, type Id } from '#core/access/access.ts'
import { addDays, dayIn, daysBetween, momentIn, timeIn, type Day } from '#lib/days.ts'
import { asNumber } from '#lib/numbers.ts'
import { between, refuse, type Ctx, type Where } from '#server/define-server.ts'
import { zoneOf } from '../../company/guards.ts'
import { bookOf, bookToPlanIn, lockPeople } from './book.ts'
import { workDaysAround } from './context.ts'
import { daysOf, shiftedSpan, type WorkDays } from '../days-of.ts'
import { scheduleEvents, type Assignment, type ScheduleEvent } from '../entities.ts'
import { MAY_NOT_REMOVE } from '../guards.ts'
import { draftedBy, settled } from '../plan.ts'
import { dayFrom } from './publish.ts'
import { copyOf, fitted, idsIn, lineOf, partsOf, take, type Draft, type Planned } from './steps.ts'

const MOST_DAYS = 366
const WEEK = 7

/** The number of days in a request's body. @throws Refusal 422 */
function daysIn(value: unknown): number {
  const days = asNumber(value)
  if (value === undefined || value === null || value === '')
    return refuse('Days is required', { days: ['Days is required'] })
  if (!Number.isInteger(days) || Math.abs(days) > MOST_DAYS)
    return refuse('Days must be a whole number.', { days: [`Days must be a whole number up to ${MOST_DAYS}.`] })
  return days
}

/** Which days are work days, and where the clocks of calendar events stand. */
interface Place {
  readonly company: WorkDays
  readonly zone: string
}

/** What an event becomes some work days later; a calendar event keeps its time of day. */
function shifted(event: ScheduleEvent, days: number, { company, zone }: Place): Record<string, unknown> | null {
  const { start_date, end_date } = event
  if (start_date === null || end_date === null) return null
  const moved = shiftedSpan({ start_date, end_date }, days, company)
  if (event.kind !== 'calendar' || event.all_day) return moved
  const by = daysBetween(start_date, moved.start_date)
  const at = (instant: string | null) =>
    instant === null
      ? null
      : momentIn(zone, addDays(dayIn(zone, new Date(instant)), by), timeIn(zone, new Date(instant)))
  return { ...moved, starts_at: at(event.starts_at), ends_at: at(event.ends_at) }
}

const placeOf = async (from: Day, to: Day, ctx: Ctx): Promise<Place> => ({
  company: await workDaysAround(from, to, ctx),
  zone: await zoneOf(ctx),
})

/**
 * What moving assignments by work days does with each. What lies before the day `from` stays: "push today to tomorrow"
 * moves the rest of a longer assignment and leaves the days that were worked. Without ids, it moves what is worked on that
 * day. A day on which the person is elsewhere or away is left out, and what could not move at all stays. Phases and calendar
 * events move as a whole.
 */
export async function plannedShift(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<Planned[]> {
  const from = dayFrom(body.from, 'from') ?? refuse('From is required', { from: ['From is required'] })
  const ids = idsIn(body.ids)
  const days = daysIn(body.days)
  const events = ids === null ? await workedOn(from, ctx) : await unremoved({ id: ids }, ctx)
  await lockPeople(ctx, peopleOf(events))
  const span = spanOf(events)
  if (!span || days === 0) return []
  const reach = Math.abs(days) * 2
  const place = await placeOf(addDays(span.from, -reach), addDays(span.to, reach), ctx)
  const book = bookToPlanIn(await bookOf(ctx, addDays(span.from, -reach), addDays(span.to, reach)))
  const apart = new Set(events.map(({ id }) => id))
  return events.flatMap((event): Planned[] => {
    if (event.kind !== 'assignment') {
      const change = shifted(event, days, place)
      return change ? [{ line: lineOf(event, []), saves: [{ id: event.id, ...settled(event, change, ctx) }] }] : []
    }
    const worked = daysOf(event, place.company)
    const first = worked.find((day) => day >= from)
    if (!first) return []
    const rest = { ...event, start_date: first }
    const { squares, parts } = fitted({ ...rest, ...shiftedSpan(rest, days, place.company) }, book, apart, 'moved')
    const isBegun = worked.some((day) => day < from)
    const [now, ...later] = parts
    const saves: Draft[] = !now
      ? []
      : isBegun
        ? [{ id: event.id, ...settled(event, { end_date: addDays(from, -1) }, ctx) }, copyOf(event, now)]
        : [{ id: event.id, ...settled(event, { start_date: now.start_date, end_date: now.end_date }, ctx) }]
    return [{ line: lineOf(event, squares), saves: [...saves, ...later.map((part) => copyOf(event, part))] }]
  })
}

/** Moves events by work days: with `from` as `plannedShift` says, otherwise those of these ids as a whole. */
export async function shift(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const ids = idsIn(body.ids)
  const days = daysIn(body.days)
  if (dayFrom(body.from, 'from') !== null)
    return take(ids?.length === 0 ? [] : await plannedShift(ctx, body), null, ctx)
  if (ids === null) return refuse('Name the events by their ids.', { ids: ['Ids is required'] })
  if (!ids.length || days === 0) return []
  const events = await unremoved({ id: ids }, ctx)
  await lockPeople(ctx, peopleOf(events))
  const span = spanOf(events)
  if (!span) return []
  const reach = Math.abs(days) * 2
  const place = await placeOf(addDays(span.from, -reach), addDays(span.to, reach), ctx)
  await bookOf(ctx, addDays(span.from, -reach), addDays(span.to, reach))
  const changed: { id: Id }[] = []
  for (const event of events) {
    const change = shifted(event, days, place)
    if (change) changed.push(await ctx.save(scheduleEvents, { id: event.id, ...settled(event, change, ctx) }))
  }
  return changed
}

/** In the order in which they were made, by which they come to a day that only one of them can have. */
const unremoved = async (rule: Where<ScheduleEvent>, ctx: Ctx): Promise<ScheduleEvent[]> =>
  (await ctx.all(scheduleEvents, rule)).filter(({ removed }) => !removed).toSorted((a, b) => a.id - b.id)

/** The assignments by which somebody works on a day. */
async function workedOn(day: Day, ctx: Ctx): Promise<Assignment[]> {
  const company = await workDaysAround(day, day, ctx)
  const span = { start_date: between(null, day), end_date: between(day, null) }
  const events = await unremoved({ kind: 'assignment', ...span }, ctx)
  return assignmentsOf(events).filter((event) => daysOf(event, company).includes(day))
}

const assignmentsOf = (events: readonly ScheduleEvent[]): Assignment[] =>
  events.flatMap((event) => (event.kind === 'assignment' ? [event] : []))

const peopleOf = (events: readonly ScheduleEvent[]): Id[] => assignmentsOf(events).map(({ user_id }) => user_id)

function spanOf(events: readonly ScheduleEvent[]): { from: Day; to: Day } | null {
  const starts = events.flatMap(({ start_date }) => start_date ?? []).toSorted()
  const ends = events.flatMap(({ end_date }) => end_date ?? []).toSorted()
  const [from, to] = [starts.at(0), ends.at(-1)]
  return from && to ? { from, to } : null
}

/** One event, by work days: `{days}`. */
export async function shiftOne(event: ScheduleEvent, ctx: Ctx, body: unknown): Promise<ScheduleEvent> {
  const days = daysIn(typeof body === 'object' && body !== null && 'days' in body ? body.days : undefined)
  const { start_date, end_date } = event
  if (start_date === null || end_date === null || days === 0) return event
  const reach = Math.abs(days) * 2
  const place = await placeOf(addDays(start_date, -reach), addDays(end_date, reach), ctx)
  return { ...event, ...settled(event, shifted(event, days, place) ?? {}, ctx) }
}

/**
 * What planning a week as another one was does with each assignment of it: the days of people who can be scheduled, as far
 * as they are not planned so already and the person is not elsewhere or away.
 */
export async function plannedCopy(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<Planned[]> {
  const from = dayFrom(body.from, 'from') ?? refuse('From is required', { from: ['From is required'] })
  const to = dayFrom(body.to, 'to') ?? refuse('To is required', { to: ['To is required'] })
  const people = idsIn(body.user_ids, 'user_ids')
  const by = daysBetween(from, to)
  const [first, last] = from < to ? [from, to] : [to, from]
  const week = { from, to: addDays(from, WEEK - 1) }
  const span = { start_date: between(null, week.to), end_date: between(week.from, null) }
  const found = assignmentsOf(await unremoved({ kind: 'assignment', ...span }, ctx))
  const events = found.filter(({ user_id }) => people?.includes(user_id) ?? true)
  await lockPeople(ctx, people ?? peopleOf(events))
  const book = bookToPlanIn(await bookOf(ctx, first, addDays(last, WEEK - 1)))
  return events.flatMap((event): Planned[] => {
    const start = event.start_date < week.from ? week.from : event.start_date
    const end = event.end_date > week.to ? week.to : event.end_date
    // A weekend at the end of a longer assignment, alone in this week, is not worked.
    if (!daysOf(event, book.company).some((day) => day >= week.from && day <= week.to)) return []
    const copy = { ...event, start_date: addDays(start, by), end_date: addDays(end, by) }
    const { squares, parts } = fitted(copy, book, new Set(), 'new')
    if (!squares.length) return []
    return [{ line: lineOf(event, squares), saves: parts.map((part) => copyOf(event, part)) }]
  })
}

/** Plans a week as another one was. */
export const copyWeek = async (ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> =>
  take(await plannedCopy(ctx, body), idsIn(body.ids), ctx)

/**
 * What clearing some days does with each assignment: it ends earlier, begins later, is divided, or goes. One that people
 * were told of goes when that is published.
 */
export async function plannedClear(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<Planned[]> {
  const from = dayFrom(body.from, 'from') ?? refuse('From is required', { from: ['From is required'] })
  const to = dayFrom(body.to, 'to') ?? refuse('To is required', { to: ['To is required'] })
  const span = { start_date: between(null, to), end_date: between(from, null) }
  const events = assignmentsOf(await unremoved({ kind: 'assignment', ...span }, ctx))
  await lockPeople(ctx, peopleOf(events))
  const around = spanOf(events)
  if (!around) return []
  const company = await workDaysAround(around.from, around.to, ctx)
  const isCleared = (day: Day) => day >= from && day <= to
  return events.flatMap((event): Planned[] => {
    const days = daysOf(event, company).filter(isCleared)
    if (!days.length) return []
    const [now, ...later] = partsOf(event, isCleared, company)
    const isTold = event.published_at !== null
    const kept = now && { id: event.id, ...settled(event, { start_date: now.start_date, end_date: now.end_date }, ctx) }
    const saves: Draft[] = kept
      ? [kept]
      : isTold
        ? [{ id: event.id, removed: true, ...draftedBy(ctx.user.id, true) }]
        : []
    return [
      {
        line: lineOf(
          event,
          days.map((date) => ({ date, is: 'gone' })),
        ),
        saves: [...saves, ...later.map((part) => copyOf(event, part))],
        isGone: !kept && !isTold,
      },
    ]
  })
}

/** Takes people off their jobs for some days. What people were told of is taken off as a whole by who may delete it. */
export async function clear(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const ids = idsIn(body.ids) ?? refuse('Name the events by their ids.', { ids: ['Ids is required'] })
  const planned = await plannedClear(ctx, body)
  const removed = planned.filter(({ line, saves }) => ids.includes(line.id) && saves.some((draft) => draft.removed))
  if (removed.length && !can('delete', 'schedule')(ctx.user)) return refuse(MAY_NOT_REMOVE, {}, 403)
  return take(planned, ids, ctx)
}
