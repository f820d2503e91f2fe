import type { Id } from '#core/access/access.ts'
import { isObject } from '#lib/is-object.ts'
import { addDays, type Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { certifications } from '../../certifications/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { AROUND, offBetween, workDaysAround } from './context.ts'
import { daysOf, type WorkDays } from '../days-of.ts'
import { open } from '../time-off.ts'
import { scheduleEvents, timeOffRequests, type CalendarEvent, type TimeOffRequest } from '../entities.ts'

export interface BookedPerson {
  readonly id: Id
  readonly name: string
  readonly license: string | null
  readonly role: string | null
  readonly schedulable: boolean
}
/** An assignment, drafts included and planned removals not. */
export interface Booked {
  readonly id: Id | null
  readonly user_id: Id
  readonly project_id: Id
  readonly start_date: Day
  readonly end_date: Day
  readonly days: readonly number[] | null
}

/** Who is where between two days, as far as this transaction knows, for rules about many assignments. */
export interface Book {
  readonly from: Day
  readonly to: Day
  readonly company: WorkDays
  readonly off: readonly Pick<CalendarEvent, 'everyone' | 'user_ids' | 'start_date' | 'end_date'>[]
  /** What nobody has answered yet. */
  readonly asked: readonly Pick<TimeOffRequest, 'user_id' | 'start_date' | 'end_date'>[]
  /** What people are certified for until a day. */
  readonly expiring: readonly { readonly user_id: Id; readonly name: string; readonly expires_on: Day }[]
  readonly people: ReadonlyMap<Id, BookedPerson>
  readonly projects: ReadonlyMap<Id, string>
  booked: Booked[]
}

/** What a transaction knows of the plan, and whether it asks about conflicts. */
const planningOf = (ctx: Ctx) =>
  ctx.once<{ book: Book | null; isUnchecked: boolean }>('planning', () => ({ book: null, isUnchecked: false }))

/** Saves without asking about conflicts, as when a draft goes back to what was published. */
export const leaveUnchecked = (ctx: Ctx): void => void (planningOf(ctx).isUnchecked = true)
export const isUnchecked = (ctx: Ctx): boolean => planningOf(ctx).isUnchecked

const maskIn = (value: unknown): number[] | null => {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value
  return Array.isArray(parsed) ? parsed.map(Number) : null
}

const bookedFields = ['id', 'user_id', 'project_id', 'start_date', 'end_date', 'days'] as const

/** The assignments between two days that are not being removed: of everyone, or of some people. */
async function bookedBetween(from: Day, to: Day, ctx: Ctx, people?: readonly Id[]): Promise<Booked[]> {
  const found = await ctx.pick(scheduleEvents, bookedFields, {
    kind: 'assignment',
    removed: false,
    start_date: between(null, to),
    end_date: between(from, null),
    ...(people && { user_id: people }),
  })
  return found.flatMap((one) => bookedOf(one) ?? [])
}

/**
 * Waits for other planners of these people: of two who move one person at the same moment, the second must see what the
 * first did. What the book says of people that were not locked before is read again, since it may have changed meanwhile.
 */
export async function lockPeople(ctx: Ctx, people: Iterable<Id>): Promise<void> {
  const locks = new Map([...people].map((id) => [`of ${id}`, id]))
  const taken = await ctx.alone('schedule', [...locks.keys()])
  const { book } = planningOf(ctx)
  if (!book || !taken.length) return
  const wanted = taken.flatMap((lock) => locks.get(lock) ?? [])
  const kept = book.booked.filter(({ user_id }) => !wanted.includes(user_id))
  const noted = new Set(kept.map(({ id }) => id))
  const read = await bookedBetween(book.from, book.to, ctx, wanted)
  book.booked = [...kept, ...read.filter(({ id }) => !noted.has(id))]
}

/** The book of this transaction for a span; it is read once unless the span is longer than before. */
export async function bookOf(ctx: Ctx, from: Day, to: Day): Promise<Book> {
  const plan = planningOf(ctx)
  const known = plan.book
  if (known && known.from <= from && known.to >= to) return known
  const span = { from: known && known.from < from ? known.from : from, to: known && known.to > to ? known.to : to }
  const off = await offBetween(addDays(span.from, -AROUND), addDays(span.to, AROUND), ctx)
  const company = await workDaysAround(span.from, span.to, ctx, off)
  const booked = await bookedBetween(span.from, span.to, ctx)
  const asked = await ctx.pick(timeOffRequests, ['user_id', 'start_date', 'end_date'], {
    ...open,
    start_date: between(null, span.to),
    end_date: between(span.from, null),
  })
  const expiring = await ctx.pick(certifications, ['user_id', 'name', 'expires_on'], {
    expires_on: between(null, span.to),
  })
  const people = await ctx.pick(users, ['id', 'name', 'license', 'role', 'active', 'schedulable'])
  const jobs = await ctx.pick(projects, ['id', 'name'])
  const book: Book = {
    ...span,
    company,
    off,
    asked,
    expiring: expiring.flatMap(({ expires_on, ...one }) => (expires_on === null ? [] : [{ ...one, expires_on }])),
    people: new Map(
      people.map(({ active, schedulable, ...one }) => [one.id, { ...one, schedulable: active && schedulable }]),
    ),
    projects: new Map(jobs.map(({ id, name }) => [id, name])),
    booked,
  }
  plan.book = book
  return book
}

/** A copy of a book in which a step notes what it would do. */
export const bookToPlanIn = (book: Book): Book => ({ ...book, booked: [...book.booked] })

/** Notes what the transaction plans, for the rules of what it plans next. */
export function noteBooked(ctx: Ctx, id: Id | null, one: Booked | null): void {
  const { book } = planningOf(ctx)
  if (!book) return
  const others = id === null ? book.booked : book.booked.filter((other) => other.id !== id)
  book.booked = one ? [...others, one] : others
}

export const daysBooked = (one: Booked, { company }: Pick<Book, 'company'>): readonly Day[] => daysOf(one, company)

/** What a stored or drafted assignment books; null while it is incomplete or will be removed. */
export function bookedOf(record: object): Booked | null {
  if (!isObject(record)) return null
  const { id, user_id, project_id, start_date, end_date, days, removed } = record
  if (typeof user_id !== 'number' || typeof project_id !== 'number' || removed === true) return null
  if (typeof start_date !== 'string' || typeof end_date !== 'string') return null
  return { id: typeof id === 'number' ? id : null, user_id, project_id, start_date, end_date, days: maskIn(days) }
}
