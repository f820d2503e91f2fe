import { can, type Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { parse, type FieldErrors } from '#core/entity/parse.ts'
import { formatMonthDay, type Day } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { overtimeSettings } from '../overtime/entities.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import { book, bookedOn, prefetchBooked, workOf } from './booked-hours.ts'
import { LOCKED, timeEntries, type Timecard, type TimeEntry } from './entities.ts'
import { entryProblems, hasTwice, isLocked, isSigned, mayRemove, tooManyHours } from './guards.ts'
import { lockTime } from './lock.ts'
import { findOnce, prefetch } from './transaction-cache.ts'
import { undisputed } from './week-rules.ts'
import { createWeeks, findWeek, newWeekOf, prefetchWeeks, saveWeek } from './weeks.ts'

type Draft = DraftOf<typeof timeEntries>
const NO = 'You do not have permission to do that.'
const NO_ADMIN = 'You may not enter admin time.'
const MOST_HOURS = 24

/** The people whose time a change of an entry concerns: those it is and was about. */
const concerned = (before: TimeEntry | null, draft: Draft): Id[] => [before?.user_id ?? 0, draft.user_id ?? 0]

/** Refuses changes to an approved week, both the one an entry is in and the one it moves to. */
export async function mayWrite(
  verb: string,
  { before, draft }: { before: TimeEntry | null; draft: Draft },
  ctx: Ctx,
): Promise<true | string> {
  await lockTime(concerned(before, draft), ctx)
  if (verb === 'delete' && !mayRemove(before, ctx.user)) return NO
  const isChange = verb === 'edit' || verb === 'delete'
  if (isChange && before?.type === 'admin' && !can('edit', 'adminTimeEntries')(ctx.user)) return NO_ADMIN
  const places = [before, { user_id: draft.user_id ?? before?.user_id, date: draft.date ?? before?.date }]
  for (const place of places)
    if (place?.user_id && place.date && isLocked(await findWeek(place.user_id, place.date, ctx))) refuse(LOCKED)
  return true
}

/** Sets the creator and the week, and clears project and code for types other than standard (rule time-entry-type). */
export async function derive(draft: Draft, before: TimeEntry | null, ctx: Ctx): Promise<Partial<TimeEntry>> {
  const { user } = ctx
  const type = draft.type ?? before?.type
  const [user_id, date] = [draft.user_id ?? before?.user_id, draft.date ?? before?.date]
  await lockTime(concerned(before, draft), ctx)
  const week = user_id && date ? await weekFor(user_id, date, ctx) : null
  return {
    ...(!before && { creator_id: user.id }),
    week_id: week?.id ?? null,
    ...(type !== 'standard' && { project_id: null, cost_code_id: null }),
  }
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
  if (entry.type === 'admin' && before?.type !== 'admin' && !can('edit', 'adminTimeEntries')(ctx.user))
    errors.type = [NO_ADMIN]
  Object.assign(errors, await projectProblems(entry, before, ctx))
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
  const { user_id, date, project_id, cost_code_id } = timeEntries.fields
  const named = drafts.map(
    (draft) => parse({ user_id, date, project_id, cost_code_id }, draft, { partial: true }).values,
  )
  const idsOf = (name: string) => new Set(named.flatMap(({ [name]: id }) => (typeof id === 'number' ? [id] : [])))
  const places = named.flatMap(({ user_id, date }) =>
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
  await prefetch(ctx, users, people)
  await prefetch(ctx, projects, idsOf('project_id'))
  await prefetch(ctx, costCodes, idsOf('cost_code_id'))
  const known = new Set<Id>()
  for (const id of people) if (await findOnce(ctx, users, id)) known.add(id)
  await createWeeks(
    places.filter(({ user_id }) => known.has(user_id)),
    ctx,
  )
}

async function projectProblems(entry: Draft, before: TimeEntry | null, ctx: Ctx): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const project = entry.project_id ? await findOnce(ctx, projects, entry.project_id) : null
  if (project && entry.cost_code_id) {
    const code = await findOnce(ctx, costCodes, entry.cost_code_id)
    if (code?.project_id !== project.id) errors.cost_code_id = ['Choose a cost code of this project.']
    else if (!code.active && entry.cost_code_id !== before?.cost_code_id)
      errors.cost_code_id = ['This cost code is not active.']
  }
  return errors
}

/** The fields of an entry that make up the week's hours. */
const hourFields = ['user_id', 'date', 'hours', 'type', 'project_id', 'cost_code_id', 'per_diem'] as const

/**
 * Creates the week of an entry if there is none. When its hours change, a submission is withdrawn and a dispute settled;
 * reviewing an entry changes neither.
 */
export async function createOrUnsubmitWeek(entry: TimeEntry, before: TimeEntry | null, ctx: Ctx): Promise<void> {
  const isOther = !before || before.deleted_at !== null || hourFields.some((name) => entry[name] !== before[name])
  if (!isOther && entry.notes === before.notes) return
  const places = before && (before.user_id !== entry.user_id || before.date !== entry.date) ? [entry, before] : [entry]
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
