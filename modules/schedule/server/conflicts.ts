import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { daysBooked, type Book, type Booked, type BookedPerson } from './book.ts'
import { hasOff } from './context.ts'
import { spanOf } from '../days-of.ts'
import { doubleBooked, outnumbered, runsOut, timeOff, timeOffAsked } from '../guards.ts'

/** Something to confirm before an assignment is saved. */
export interface Conflict {
  readonly code: 'double_booking' | 'time_off' | 'time_off_asked' | 'expired' | 'ratio'
  readonly message: string
}

const isTrainee = ({ license }: BookedPerson): boolean => license === 'apprentice'
const isJourneyman = ({ license, role }: BookedPerson): boolean => license === 'journeyman' || role === 'foreman'

/** How many more trainees than journeymen are on a project on a day. */
function excess(project: Id, day: Day, booked: readonly Booked[], book: Book): number {
  const there = new Set(
    booked.flatMap((one) => (one.project_id === project && daysBooked(one, book).includes(day) ? [one.user_id] : [])),
  )
  const people = [...there].flatMap((id) => book.people.get(id) ?? [])
  return people.filter(isTrainee).length - people.filter((one) => !isTrainee(one) && isJourneyman(one)).length
}

/** Whether someone is already elsewhere on these days. */
function doubles(one: Booked, days: readonly Day[], book: Book): Conflict[] {
  const name = book.people.get(one.user_id)?.name ?? ''
  const others = book.booked.filter(
    (other) =>
      other.user_id === one.user_id &&
      (one.id === null || other.id !== one.id) &&
      daysBooked(other, book).some((day) => days.includes(day)),
  )
  return others.map(({ project_id }) => ({
    code: 'double_booking',
    message: doubleBooked(name, book.projects.get(project_id) ?? 'another project'),
  }))
}

function daysOff(one: Booked, days: readonly Day[], book: Book): Conflict[] {
  const off = book.off.filter((event) => hasOff(event, one.user_id))
  const isAway = off.some(({ start_date, end_date }) =>
    start_date === null ? false : spanOf(start_date, end_date ?? start_date).some((day) => days.includes(day)),
  )
  const name = book.people.get(one.user_id)?.name ?? ''
  if (isAway) return [{ code: 'time_off', message: timeOff(name) }]
  const isAsked = book.asked.some(
    ({ user_id, start_date, end_date }) =>
      user_id === one.user_id && days.some((day) => day >= start_date && day <= end_date),
  )
  return isAsked ? [{ code: 'time_off_asked', message: timeOffAsked(name) }] : []
}

/** What somebody is certified for that is not valid any more on one of these days. */
function runOut(one: Booked, days: readonly Day[], book: Book): Conflict[] {
  const person = book.people.get(one.user_id)?.name ?? ''
  const over = book.expiring.filter(
    ({ user_id, expires_on }) => user_id === one.user_id && days.some((day) => day > expires_on),
  )
  return over.map(({ name, expires_on }) => ({ code: 'expired', message: runsOut(person, name, expires_on) }))
}

/**
 * The days of a plan on which its person is elsewhere or away: the project, or null for time off. Assignments that the same
 * step moves are no hindrance (`apart`).
 */
export function takenDays(
  one: Booked,
  days: readonly Day[],
  book: Book,
  apart: ReadonlySet<Id>,
): ReadonlyMap<Day, Id | null> {
  const taken = new Map<Day, Id | null>()
  for (const other of book.booked) {
    if (other.user_id !== one.user_id || (other.id !== null && apart.has(other.id))) continue
    const there = daysBooked(other, book).filter((day) => days.includes(day))
    // Where it is planned so already, that is what counts.
    for (const day of there) if (taken.get(day) !== one.project_id) taken.set(day, other.project_id)
  }
  const off = book.off.filter((event) => hasOff(event, one.user_id))
  for (const { start_date, end_date } of off) {
    const away = start_date === null ? [] : spanOf(start_date, end_date ?? start_date)
    for (const day of away) if (days.includes(day) && taken.get(day) !== one.project_id) taken.set(day, null)
  }
  return taken
}

/** Whether the change leaves more trainees than journeymen somewhere, and more of them than before. */
function ratios(one: Booked | null, before: Booked | null, book: Book): Conflict[] {
  const id = one?.id ?? before?.id ?? null
  const others = id === null ? book.booked : book.booked.filter((other) => other.id !== id)
  const [now, then] = [one ? [...others, one] : others, before ? [...others, before] : others]
  const places = [one, before].flatMap((place) =>
    place ? daysBooked(place, book).map((day) => [place.project_id, day] as const) : [],
  )
  const worse = places.filter(([project, day]) => {
    const left = excess(project, day, now, book)
    return left > 0 && left > excess(project, day, then, book)
  })
  return [...new Set(worse.map(([project]) => project))].map((project) => ({
    code: 'ratio',
    message: outnumbered(book.projects.get(project) ?? 'this project'),
  }))
}

/** What to confirm before an assignment is planned so; `before` is what it was planned as. */
export function conflictsOf(one: Booked, before: Booked | null, book: Book, withRatio: boolean): Conflict[] {
  const days = daysBooked(one, book)
  const held = before && before.user_id === one.user_id ? daysBooked(before, book) : []
  // What was confirmed for a day once is not asked again, unless the person is moved to another job.
  const fresh = before?.project_id === one.project_id ? days.filter((day) => !held.includes(day)) : days
  const found = [
    ...doubles(one, fresh, book),
    ...daysOff(one, fresh, book),
    ...runOut(one, fresh, book),
    ...(withRatio ? ratios(one, before, book) : []),
  ]
  return found.filter((conflict, at) => found.findIndex(({ message }) => message === conflict.message) === at)
}
