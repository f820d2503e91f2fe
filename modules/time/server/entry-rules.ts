import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { formatMonthDay, type Day } from '#lib/days.ts'
import type { Ctx } from '#server/define-server.ts'
import { overtimeSettings } from '../../overtime/entities.ts'
import { users } from '../../users/entities.ts'
import { book, bookedOn, prefetchBooked, workOf } from './booked-hours.ts'
import { timeEntries, type Timecard, type TimeEntry } from '../entities.ts'
import { entryProblems, hasTwice, isSigned, tooManyHours, undisputed } from '../guards.ts'
import { signaturesOf, voidDays } from './day-signatures.ts'
import { lockTime } from './lock.ts'
import { findOnce, prefetch } from './transaction-cache.ts'
import { createWeeks, findWeek, newWeekOf, prefetchWeeks, saveWeek } from './weeks.ts'

type Draft = DraftOf<typeof timeEntries>
const MOST_HOURS = 24

/** The people whose time a change of an entry concerns: those it is and was about. */
const concerned = (before: TimeEntry | null, draft: Draft): Id[] => [before?.user_id ?? 0, draft.user_id ?? 0]

/** Holds the time of the people concerned, under which the rules of both sides read their weeks. */
export async function mayWrite(
  _: string,
  { before, draft }: { before: TimeEntry | null; draft: Draft },
  ctx: Ctx,
): Promise<true> {
  await lockTime(concerned(before, draft), ctx)
  return true
}

/** Sets the week. */
export async function derive(draft: Draft, before: TimeEntry | null, ctx: Ctx): Promise<Partial<TimeEntry>> {
  const [user_id, date] = [draft.user_id ?? before?.user_id, draft.date ?? before?.date]
  await lockTime(concerned(before, draft), ctx)
  const week = user_id && date ? await weekFor(user_id, date, ctx) : null
  return { week_id: week?.id ?? null }
}

/** A person's week with this day; the first entry of a week creates it. Null for people who do not exist. */
async function weekFor(user_id: Id, date: Day, ctx: Ctx): Promise<Timecard | null> {
  const known = await findWeek(user_id, date, ctx)
  if (known || !(await findOnce(ctx, users, user_id))) return known
  return saveWeek({ user_id, week_start: await newWeekOf(user_id, date, ctx) }, ctx)
}

/** Checks an entry by rule time-entry, and against its project, its cost code, its person and the daily maximum. */
export async function validate(draft: Draft, before: TimeEntry | null, ctx: Ctx): Promise<FieldErrors> {
  const entry = { ...before, ...draft }
  const [setting] = await ctx.cached(overtimeSettings)
  const errors: FieldErrors = entryProblems(entry, setting?.zero_hour_per_diem ?? false)
  const person = await findOnce(ctx, users, entry.user_id ?? 0)
  if (person && entry.user_id !== before?.user_id && !(person.active && person.track_time))
    errors.user_id = [`${person.name} does not track time.`]
  if (!errors.hours && entry.date && person) {
    const place = { user_id: person.id, date: entry.date }
    const { type = 'standard', hours, project_id = null, cost_code_id = null } = entry
    const now = { ...place, type, hours: hours ?? 0, project_id, cost_code_id }
    const own = before?.user_id === place.user_id && before.date === place.date ? before : null
    const there = await bookedOn(place, ctx)
    const sum = there.hours - (own?.hours ?? 0) + now.hours
    if (sum > MOST_HOURS + 1e-9) errors.hours = [tooManyHours(person.name, formatMonthDay(entry.date))]
    else if (!Object.keys(errors).length) {
      // An entry that stays on its day and code is not asked about again.
      const isKept = own?.type === type && workOf(own) === workOf(now)
      if (type === 'standard' && !isKept && there.works.includes(workOf(now)))
        ctx.warn('duplicate', hasTwice(person.name, formatMonthDay(entry.date)))
      await book(now, before, ctx)
    }
  }
  return errors
}

/** Reads what the rules need of many new entries, in a query each, and creates the weeks that they are the first of. */
export async function prepare(drafts: readonly Readonly<Record<string, unknown>>[], ctx: Ctx): Promise<void> {
  const places = drafts.flatMap(({ user_id, date }) =>
    typeof user_id === 'number' && typeof date === 'string' ? [{ user_id, date }] : [],
  )
  const people = new Set(places.map(({ user_id }) => user_id))
  await lockTime(people, ctx)
  await prefetchWeeks(
    people,
    places.map(({ date }) => date),
    ctx,
  )
  await prefetchBooked(places, ctx)
  await signaturesOf(places, ctx)
  await prefetch(ctx, users, people)
  const known = new Set<Id>()
  for (const id of people) if (await findOnce(ctx, users, id)) known.add(id)
  await createWeeks(
    places.filter(({ user_id }) => known.has(user_id)),
    ctx,
  )
}

/** The fields of an entry that make up the week's hours. */
const hourFields = ['user_id', 'date', 'hours', 'type', 'project_id', 'cost_code_id', 'per_diem'] as const

/**
 * Creates the week of an entry if there is none. When its hours change, a submission is withdrawn, a dispute settled, and
 * what was signed is void; reviewing an entry changes none of it.
 */
export async function createOrUnsubmitWeek(entry: TimeEntry, before: TimeEntry | null, ctx: Ctx): Promise<void> {
  const isOther = !before || before.deleted_at !== null || hourFields.some((name) => entry[name] !== before[name])
  if (!isOther && entry.notes === before.notes) return
  const places = before && (before.user_id !== entry.user_id || before.date !== entry.date) ? [entry, before] : [entry]
  if (isOther) await voidDays(places, ctx)
  for (const { user_id, date } of places) {
    const known = await findWeek(user_id, date, ctx)
    const week = known ?? (await saveWeek({ user_id, week_start: await newWeekOf(user_id, date, ctx) }, ctx))
    if (user_id === entry.user_id && date === entry.date && entry.week_id !== week.id)
      // What the server itself saves does not name its week.
      await ctx.save(timeEntries, { id: entry.id, week_id: week.id })
    if (!known) continue
    const isVoid = isOther && isSigned(week)
    if (week.submitted_at || isVoid || (isOther && week.disputed_at))
      await saveWeek(
        {
          id: week.id,
          submitted_id: null,
          submitted_at: null,
          ...(isOther && undisputed),
          ...(isVoid && { signature_void_at: ctx.now }),
        },
        ctx,
      )
  }
}
