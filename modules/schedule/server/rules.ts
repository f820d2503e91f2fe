import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { dayIn, daysBetween, type Day } from '#lib/days.ts'
import type { Ctx } from '#server/define-server.ts'
import { zoneOf } from '../../company/guards.ts'
import { bookedOf, bookOf, daysBooked, isUnchecked, lockPeople, noteBooked } from './book.ts'
import { conflictsOf } from './conflicts.ts'
import { settingsOf } from './context.ts'
import { scheduleEvents, type ScheduleEvent } from '../entities.ts'
import { CIRCLE, dayOf, merged, MOST_ASSIGNED, UNSCHEDULABLE } from '../guards.ts'
import { draftedBy, isDraft, settled } from '../plan.ts'

type Draft = DraftOf<typeof scheduleEvents>

/** What follows from a draft: the days of a calendar event with times, who it is for, and whether it is a draft. */
export async function deriveEvent(draft: Draft, before: ScheduleEvent | null, ctx: Ctx): Promise<object> {
  const event = merged(draft, before)
  if (event.get('kind') !== 'calendar') {
    // Only what somebody was told of is removed by publishing; other drafts are deleted.
    const wasTold = event.get('kind') === 'assignment' && typeof before?.published_at === 'string'
    const removed = wasTold && event.get('removed') === true
    return { removed, ...draftedBy(ctx.user.id, isDraft({ ...before, ...draft, removed })) }
  }
  const [starts, ends, people] = [event.get('starts_at'), event.get('ends_at'), event.get('user_ids')]
  const zone = await zoneOf(ctx)
  const isTimed = event.get('all_day') === false
  const spanned =
    isTimed && typeof starts === 'string'
      ? {
          start_date: dayIn(zone, new Date(starts)),
          end_date: typeof ends === 'string' ? dayIn(zone, new Date(ends)) : dayIn(zone, new Date(starts)),
        }
      : { starts_at: null, ends_at: null }
  const ids: unknown[] = Array.isArray(people) ? people : []
  const derived = {
    ...spanned,
    attendees: ids.flatMap((user_id) => (typeof user_id === 'number' ? [{ user_id }] : [])),
    everyone: ids.length === 0,
    removed: false,
  }
  return settled({ ...before, ...draft }, derived, ctx)
}

/** Whether the dependencies of this bar form a circle. */
async function circleErrors(id: number | undefined, blocked_by: unknown, ctx: Ctx): Promise<FieldErrors> {
  // Two planners who let two phases wait for each other at the same moment must see what the other did.
  if (typeof blocked_by === 'number') await ctx.alone('what phases wait for')
  const seen = new Set<number>()
  for (let at = blocked_by; typeof at === 'number' && !seen.has(at);) {
    if (at === id) return { blocked_by_id: [CIRCLE] }
    seen.add(at)
    const bar: ScheduleEvent | null = await ctx.find(scheduleEvents, at)
    if (bar?.kind !== 'phase') return seen.size === 1 ? { blocked_by_id: ['Choose a phase of the schedule.'] } : {}
    at = bar.blocked_by_id
  }
  return {}
}

/** Reads what the rules for many drafts need with few queries. */
export async function prepareEvents(drafts: readonly Readonly<Record<string, unknown>>[], ctx: Ctx): Promise<void> {
  const days = drafts
    .flatMap(({ start_date, end_date }) => [dayOf(start_date), dayOf(end_date)])
    .flatMap((day) => day ?? [])
  const sorted = days.filter((day) => /^\d{4}-\d\d-\d\d/.test(day)).toSorted()
  const [from, to] = [sorted.at(0), sorted.at(-1)]
  await lockPeople(
    ctx,
    drafts.flatMap(({ user_id }) => (typeof user_id === 'number' ? [user_id] : [])),
  )
  if (from && to && daysBetween(from, to) <= MOST_ASSIGNED) await bookOf(ctx, from, to)
}

async function assignmentErrors(draft: Draft, before: ScheduleEvent | null, ctx: Ctx): Promise<FieldErrors> {
  const one = bookedOf({ ...before, ...draft })
  const was = before && bookedOf(before)
  if (!one || isUnchecked(ctx)) return {}
  const isSame = was && JSON.stringify({ ...one, id: null }) === JSON.stringify({ ...was, id: null })
  if (isSame) return {}
  await lockPeople(ctx, [one.user_id])
  const [from, to] = [one, was].reduce<[Day, Day]>(
    ([first, last], place) =>
      place
        ? [place.start_date < first ? place.start_date : first, place.end_date > last ? place.end_date : last]
        : [first, last],
    [one.start_date, one.end_date],
  )
  const book = await bookOf(ctx, from, to)
  const days = daysBooked(one, book)
  const held = was && was.user_id === one.user_id ? daysBooked(was, book) : []
  if (!days.length) return { days: ['None of these days is a work day.'] }
  const isMore = days.some((day) => !held.includes(day))
  if (isMore && !book.people.get(one.user_id)?.schedulable) return { user_id: [UNSCHEDULABLE] }
  const { ratio } = await settingsOf(ctx)
  for (const { code, message } of conflictsOf(one, was, book, ratio)) ctx.warn(code, message)
  noteBooked(ctx, one.id, one)
  return {}
}

export async function validateEvent(draft: Draft, before: ScheduleEvent | null, ctx: Ctx): Promise<FieldErrors> {
  if (merged(draft, before).get('kind') === 'assignment') return assignmentErrors(draft, before, ctx)
  const values = new Map<string, unknown>(Object.entries(draft))
  return values.has('blocked_by_id') ? circleErrors(before?.id, values.get('blocked_by_id'), ctx) : {}
}

/** Takes an event out of the book when it is gone or going. */
export function forgetBooked(event: ScheduleEvent, ctx: Ctx): void {
  noteBooked(ctx, event.id, null)
}
