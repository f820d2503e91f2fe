import type { Id } from '#core/access/access.ts'
import { isObject } from '#lib/is-object.ts'
import { isDay, type Day } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { leaveUnchecked } from './book.ts'
import { workDaysAround } from './context.ts'
import type { WorkDays } from '../days-of.ts'
import { scheduleEvents, type ScheduleEvent } from '../entities.ts'
import { draftedBy, planOf, toldOf } from '../plan.ts'
import type { StepDay } from '../steps.ts'
import { changesByPerson, daysTold, toldIn, touchedDays, type Change, type Drafted } from '../told.ts'
import { writeLeading } from './leading.ts'
import { idsIn, lineOf, take, type Planned } from './steps.ts'

export function dayFrom(value: unknown, name: string): Day | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && isDay(value)) return value
  return refuse('Days must be dates.', { [name]: [`${name === 'from' ? 'From' : 'To'} must be a date.`] })
}

/** Drafts by their ids, or those whose plan or published span touches these days. */
async function draftsOf(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<ScheduleEvent[]> {
  const ids = idsIn(body.ids)
  const [from, to] = [dayFrom(body.from, 'from'), dayFrom(body.to, 'to')]
  const touches = (first: Day | null, last: Day | null) =>
    first !== null && last !== null && (from === null || last >= from) && (to === null || first <= to)
  const drafts = await ctx.all(scheduleEvents, { draft: true, ...(ids && { id: ids }) })
  return drafts.filter(
    ({ start_date, end_date, told_from, told_to }) => touches(start_date, end_date) || touches(told_from, told_to),
  )
}

const drafted = (event: ScheduleEvent): Drafted => ({
  id: event.id,
  removed: event.removed,
  was: toldIn(event.published),
  now: event.kind === 'assignment' ? toldIn(planOf(event)) : null,
})

/** The company's work days around all spans of these events. */
export async function daysAround(events: readonly ScheduleEvent[], ctx: Ctx): Promise<WorkDays> {
  const today = await todayOf(ctx)
  const days = events.flatMap(({ start_date, end_date, told_from, told_to }) =>
    [start_date, end_date, told_from, told_to].flatMap((day) => day ?? []),
  )
  const sorted = [...days, today].toSorted()
  return workDaysAround(sorted.at(0) ?? today, sorted.at(-1) ?? today, ctx)
}

/** Who will be told what by publishing. */
export async function changesIn(ctx: Ctx, body: Readonly<Record<string, unknown>>) {
  const drafts = await draftsOf(ctx, body)
  const company = await daysAround(drafts, ctx)
  const assignments = drafts.filter(({ kind }) => kind === 'assignment')
  return { drafts, company, people: changesByPerson(assignments.map(drafted), company, await todayOf(ctx)) }
}

/**
 * Publishes drafts. Two people who publish at the same moment take turns, so that nobody is notified of a draft twice.
 * @param tell is called with what each person has to hear
 */
export async function publish(
  ctx: Ctx,
  body: Readonly<Record<string, unknown>>,
  tell: (people: ReadonlyMap<Id, readonly Change[]>) => Promise<void>,
): Promise<readonly { id: Id }[]> {
  await ctx.alone('publish the schedule')
  // A change that is being saved is either published or still a draft afterwards.
  await ctx.lock(scheduleEvents, { draft: true })
  leaveUnchecked(ctx)
  const { drafts, company, people } = await changesIn(ctx, body)
  for (const event of drafts) {
    if (event.removed) await ctx.remove(scheduleEvents, event.id)
    else await ctx.save(scheduleEvents, publishedOf(event, company, ctx))
  }
  await writeLeading(
    drafts.map(drafted).flatMap(({ removed, was, now }) => [was, removed ? null : now]),
    ctx,
  )
  await tell(people)
  return drafts
}

/** The changes that publish an event. Answers to days that differ are no longer answers. */
export function publishedOf(event: ScheduleEvent, company: WorkDays, { user, now }: Pick<Ctx, 'user' | 'now'>) {
  const published = planOf(event)
  const touched = touchedDays(toldIn(event.published), toldIn(published), company)
  return {
    id: event.id,
    published,
    ...toldOf(published),
    published_id: user.id,
    published_at: now,
    ...draftedBy(user.id, false),
    answers: event.answers.filter(({ date }) => !touched.includes(date)),
  }
}

/**
 * What publishing or discarding does with each draft, by the days that differ from what was published: of a phase, its
 * first and last day say it.
 */
export function draftLines(
  step: 'publish' | 'discard',
  drafts: readonly ScheduleEvent[],
  company: WorkDays,
): Planned[] {
  return drafts.map((event) => {
    const { id, published } = event
    const [was, now] = [toldIn(published), event.removed ? null : toldIn(planOf(event))]
    const [before, after] = [daysTold(was, company), daysTold(now, company)]
    const isOf = (date: Day): StepDay['is'] => {
      if (step === 'discard') return was ? 'back' : 'gone'
      return !after.includes(date) ? 'gone' : before.includes(date) ? 'changed' : 'new'
    }
    const days = event.kind === 'assignment' ? touchedDays(was, now, company) : []
    const line = lineOf(
      event,
      days.map((date): StepDay => ({ date, is: isOf(date) })),
      { was, now },
    )
    if (step === 'publish') return { line, saves: [] }
    const isTold = isObject(published)
    return {
      line,
      saves: isTold ? [{ id, ...published, removed: false, draft: false, drafted_id: null }] : [],
      isGone: !isTold,
    }
  })
}

/** Goes back to what was published; drafts that never were are deleted. */
export async function discard(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const ids = idsIn(body.ids) ?? refuse('Name the events by their ids.', { ids: ['Ids is required'] })
  if (!ids.length) return []
  const drafts = await ctx.all(scheduleEvents, { draft: true, id: ids })
  await take(draftLines('discard', drafts, await daysAround(drafts, ctx)), null, ctx)
  return drafts
}
