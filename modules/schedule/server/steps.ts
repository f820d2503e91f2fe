import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Day } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { takenDays } from './conflicts.ts'
import { daysOf, type WorkDays } from '../days-of.ts'
import { scheduleEvents, type Assignment, type ScheduleEvent } from '../entities.ts'
import { planOf } from '../plan.ts'
import { isDone, type StepDay, type StepLine } from '../steps.ts'
import { bookedOf, daysBooked, leaveUnchecked, type Book } from './book.ts'

export type Draft = DraftOf<typeof scheduleEvents>

/** What a step does with one event: how it is shown, and what is saved and removed of it when the step is taken. */
export interface Planned {
  readonly line: StepLine
  readonly saves: readonly Draft[]
  /** Whether the event is deleted, since nobody was told of it. */
  readonly isGone?: boolean
}

/** The ids in a request's body; null for none. @throws Refusal 422 */
export function idsIn(value: unknown, name = 'ids'): Id[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.some((id) => typeof id !== 'number'))
    return refuse('Name the events by their ids.', { [name]: ['Ids must be a list of events.'] })
  return value.map(Number)
}

/** How an event is shown as a line of a step. */
export const lineOf = (event: ScheduleEvent, days: readonly StepDay[], more: Partial<StepLine> = {}): StepLine => ({
  id: event.id,
  kind: event.kind,
  project_id: event.project_id,
  user_id: event.kind === 'assignment' ? event.user_id : null,
  phase_id: event.kind === 'calendar' ? null : event.phase_id,
  lead: event.kind === 'assignment' && event.lead,
  start_time: event.kind === 'assignment' ? event.start_time : null,
  drafted_id: event.drafted_id,
  was: null,
  now: null,
  from: event.start_date,
  to: event.end_date,
  days,
  ...more,
})

/** A plan without some of its days: its parts, each as long as no day between is left out. */
export function partsOf<S extends { start_date: Day; end_date: Day; days: readonly number[] | null }>(
  plan: S,
  isLeft: (day: Day) => boolean,
  company: WorkDays,
): S[] {
  const days = daysOf(plan, company)
  if (!days.some(isLeft)) return days.length ? [plan] : []
  const runs: Day[][] = []
  let run: Day[] | null = null
  for (const day of days) {
    if (isLeft(day)) run = null
    else if (run) run.push(day)
    else runs.push((run = [day]))
  }
  return runs.map((one) => ({ ...plan, start_date: one[0] ?? '', end_date: one.at(-1) ?? '' }))
}

/**
 * What each day of a plan comes to, and the parts of it that nothing is in the way of. The parts are noted in the book, so
 * that the next plan of the same step finds them there.
 */
export function fitted(plan: Assignment, book: Book, apart: ReadonlySet<Id>, is: StepDay['is']) {
  const one = bookedOf(plan)
  // A single day of a longer assignment may fall on a day off, which nobody chose.
  const days = one ? daysBooked(one, book).filter((day) => !book.company.off.has(day)) : []
  const isThere = book.people.get(plan.user_id)?.schedulable === true
  const taken: ReadonlyMap<Day, Id | null> = one && isThere ? takenDays(one, days, book, apart) : new Map()
  const squares = days.map((date): StepDay => {
    if (!isThere) return { date, is: 'conflict' }
    const on = taken.get(date)
    if (on === undefined) return { date, is }
    return on === plan.project_id ? { date, is: 'same' } : { date, is: 'conflict', on }
  })
  const kept = new Set(squares.filter(isDone).map(({ date }) => date))
  const parts = kept.size ? partsOf(plan, (day) => !kept.has(day), book.company) : []
  book.booked.push(...parts.flatMap((part) => bookedOf({ ...part, id: null }) ?? []))
  return { squares, parts }
}

/** A new assignment with the plan of another one and its documents. */
export const copyOf = (event: Assignment, { start_date, end_date }: { start_date: Day; end_date: Day }): Draft => ({
  ...planOf(event),
  kind: 'assignment',
  project_id: event.project_id,
  documents: event.documents.map(({ document_id }) => ({ document_id })),
  start_date,
  end_date,
})

/**
 * Takes a step: all that is planned, or what was chosen of it. Nothing is asked, since what is in the way was shown and is
 * left out.
 */
export async function take(planned: readonly Planned[], ids: readonly Id[] | null, ctx: Ctx) {
  leaveUnchecked(ctx)
  const chosen = planned.filter(({ line }) => ids?.includes(line.id) ?? true)
  const changed: { id: Id }[] = []
  const made: Draft[] = []
  for (const { line, saves, isGone } of chosen) {
    if (isGone) {
      await ctx.remove(scheduleEvents, line.id)
      changed.push({ id: line.id })
    }
    for (const draft of saves) {
      if ('id' in draft && draft.id !== undefined) changed.push(await ctx.save(scheduleEvents, draft))
      else made.push({ ...draft, drafted_id: ctx.user.id })
    }
  }
  return [...changed, ...(made.length ? await ctx.save(scheduleEvents, made) : [])]
}
