import type { Id } from '#core/access/access.ts'
import { addDays, dayIn, daysBetween, momentIn, timeIn, type Day } from '#lib/days.ts'
import { between, refuse, type Ctx, type Where } from '#server/define-server.ts'
import { zoneOf } from '../../company/guards.ts'
import { bookedOf, bookOf, daysBooked, lockPeople } from './book.ts'
import { workDaysAround } from './context.ts'
import { daysOf, shiftedSpan, type WorkDays } from '../days-of.ts'
import { scheduleEvents, type Assignment, type ScheduleEvent } from '../entities.ts'
import { planOf, settled } from '../plan.ts'
import { dayFrom, idsIn } from './publish.ts'

const MOST_DAYS = 366
const WEEK = 7

/** The number of days in a request's body. @throws Refusal 422 */
function daysIn(value: unknown): number {
  const days = Number(value)
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
 * Moves events by work days. With `from`, what lies before that day stays: "push today to tomorrow" moves the rest of a
 * longer assignment and leaves the days that were worked. Without ids, it moves what is worked on the day `from`.
 */
export async function shift(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const from = dayFrom(body.from, 'from')
  const ids = idsIn(body.ids)
  const days = daysIn(body.days)
  if (ids === null && from === null) refuse('Name the events by their ids.', { ids: ['Ids is required'] })
  if (ids?.length === 0 || days === 0) return []
  const events = ids === null ? await workedOn(from ?? '', ctx) : await unremoved({ id: ids }, ctx)
  await lockPeople(ctx, peopleOf(events))
  const span = spanOf(events)
  if (!span) return []
  const reach = Math.abs(days) * 2
  const place = await placeOf(addDays(span.from, -reach), addDays(span.to, reach), ctx)
  await bookOf(ctx, addDays(span.from, -reach), addDays(span.to, reach))
  const changed: { id: Id }[] = []
  for (const event of events) {
    const isBegun = event.kind === 'assignment' && from !== null && event.start_date < from
    changed.push(
      ...(isBegun
        ? await pushRest(event, from, days, place, ctx)
        : await pushAll(event, shifted(event, days, place), ctx)),
    )
  }
  return changed
}

const unremoved = async (rule: Where<ScheduleEvent>, ctx: Ctx): Promise<ScheduleEvent[]> =>
  (await ctx.all(scheduleEvents, rule)).filter(({ removed }) => !removed)

/** The assignments by which somebody works on a day. */
async function workedOn(day: Day, ctx: Ctx): Promise<Assignment[]> {
  const company = await workDaysAround(day, day, ctx)
  const span = { start_date: between(null, day), end_date: between(day, null) }
  const events = await unremoved({ kind: 'assignment', ...span }, ctx)
  return events.flatMap((event) => (event.kind === 'assignment' && daysOf(event, company).includes(day) ? [event] : []))
}

const peopleOf = (events: readonly ScheduleEvent[]): Id[] =>
  events.flatMap((event) => (event.kind === 'assignment' ? [event.user_id] : []))

async function pushAll(event: ScheduleEvent, change: Record<string, unknown> | null, ctx: Ctx) {
  return change ? [await ctx.save(scheduleEvents, { id: event.id, ...settled(event, change, ctx) })] : []
}

/**
 * Ends an assignment before a day, and plans the rest of it some work days later. One of whose days none was worked
 * before that day moves as a whole.
 */
async function pushRest(event: Assignment, from: Day, days: number, place: Place, ctx: Ctx) {
  const worked = daysOf(event, place.company)
  const first = worked.find((day) => day >= from)
  if (!first) return []
  const moved = shifted({ ...event, start_date: first }, days, place)
  if (!worked.some((day) => day < from)) return pushAll(event, moved, ctx)
  const kept = await ctx.save(scheduleEvents, {
    id: event.id,
    ...settled(event, { end_date: addDays(from, -1) }, ctx),
  })
  const { project_id, documents } = event
  const added = await ctx.save(scheduleEvents, {
    ...planOf(event),
    kind: 'assignment',
    project_id,
    documents: documents.map(({ document_id }) => ({ document_id })),
    ...moved,
  })
  return [kept, added]
}

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

/** Plans a week as another one was: the assignments that are not there yet, of people who can be scheduled. */
export async function copyWeek(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const from = dayFrom(body.from, 'from') ?? refuse('From is required', { from: ['From is required'] })
  const to = dayFrom(body.to, 'to') ?? refuse('To is required', { to: ['To is required'] })
  const people = idsIn(body.user_ids, 'user_ids')
  const by = daysBetween(from, to)
  const [first, last] = from < to ? [from, to] : [to, from]
  const week = { from, to: addDays(from, WEEK - 1) }
  const span = { start_date: between(null, week.to), end_date: between(week.from, null) }
  await lockPeople(ctx, people ?? peopleOf(await unremoved({ kind: 'assignment', ...span }, ctx)))
  const book = await bookOf(ctx, first, addDays(last, WEEK - 1))
  const ids = book.booked.flatMap((one) =>
    one.id !== null && one.start_date <= week.to && one.end_date >= week.from && (people?.includes(one.user_id) ?? true)
      ? [one.id]
      : [],
  )
  const events = ids.length ? await ctx.all(scheduleEvents, { id: ids }) : []
  const drafts = events.flatMap((event) => {
    if (event.kind !== 'assignment' || !book.people.get(event.user_id)?.schedulable) return []
    const start = event.start_date < week.from ? week.from : event.start_date
    const end = event.end_date > week.to ? week.to : event.end_date
    // A weekend at the end of a longer assignment, alone in this week, is not worked.
    if (!daysOf(event, book.company).some((day) => day >= week.from && day <= week.to)) return []
    const copy = { ...planOf(event), start_date: addDays(start, by), end_date: addDays(end, by) }
    const booked = bookedOf(copy)
    // A single day of a longer assignment may fall on a day off, which nobody chose.
    const days = booked ? daysBooked(booked, book).filter((day) => !book.company.off.has(day)) : []
    const isThere = book.booked.some(
      (one) =>
        one.user_id === event.user_id &&
        one.project_id === event.project_id &&
        days.every((day) => daysBooked(one, book).includes(day)),
    )
    return days.length && !isThere ? [{ ...copy, kind: 'assignment' as const }] : []
  })
  return drafts.length ? ctx.saveAll(scheduleEvents, drafts) : []
}
