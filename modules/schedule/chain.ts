import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { isWorkDay, shiftedSpan, workDayAfter, type WorkDays } from './days-of.ts'

/** A bar as far as it moves: its days, and the bar it starts after, with the work days in between. */
export interface Link {
  readonly id: Id
  readonly start_date: Day
  readonly end_date: Day
  readonly blocked_by_id: Id | null
  readonly lag_days: number
}
export interface Moved {
  readonly start_date: Day
  readonly end_date: Day
}

/** The first day on which a bar may start that waits for another one: finish to start, `lag_days` work days later. */
export const earliestAfter = (end: Day, lag_days: number, company: WorkDays): Day =>
  workDayAfter(end, lag_days + 1, company)

/** How many work days the second day is after the first, which is not later. */
function workDaysBetween(from: Day, to: Day, company: WorkDays): number {
  let count = 0
  for (let day = from; day < to; count++) day = workDayAfter(day, 1, company)
  return count
}

/**
 * A moved bar and the bars that move because of it (rule phase-chain): those that wait for it and would start too early are
 * pushed behind it, and so on. Those with room in between stay, also when the moved bar leaves more of it. Every bar keeps
 * its work days.
 */
export function chainOf(bars: readonly Link[], id: Id, moved: Moved, company: WorkDays): ReadonlyMap<Id, Moved> {
  const followers = Map.groupBy(bars, ({ blocked_by_id }) => blocked_by_id)
  const found = new Map<Id, Moved>([[id, moved]])
  // Each bar waits for one other, so that each is reached once; only in a circle the first would be reached again.
  const queue: Id[] = [id]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const end = found.get(at)?.end_date
    for (const bar of followers.get(at) ?? []) {
      if (end === undefined || found.has(bar.id)) continue
      const earliest = earliestAfter(end, bar.lag_days, company)
      if (bar.start_date >= earliest) continue
      found.set(bar.id, shiftedSpan(bar, workDaysBetween(bar.start_date, earliest, company), company))
      queue.push(bar.id)
    }
  }
  return found
}

/** A bar moved by work days, or with one of its ends moved; an end never passes the other. */
export function nudged(bar: Moved, part: 'move' | 'start' | 'end', days: number, company: WorkDays): Moved {
  if (days === 0) return { start_date: bar.start_date, end_date: bar.end_date }
  if (part === 'move') return shiftedSpan(bar, days, company)
  const day = workDayAfter(part === 'start' ? bar.start_date : bar.end_date, days, company)
  if (part === 'start') return { start_date: day > bar.end_date ? bar.end_date : day, end_date: bar.end_date }
  return { start_date: bar.start_date, end_date: day < bar.start_date ? bar.start_date : day }
}

/** The number of work days from one day to another, negative if the second is earlier; for a pointer that drags. */
export function workDaysTo(from: Day, to: Day, company: WorkDays): number {
  const [first, last] = from < to ? [from, to] : [to, from]
  let count = 0
  for (let day = workDayAfter(first, 1, company); day <= last; day = workDayAfter(day, 1, company)) count++
  if (from <= to) return count
  // Leftwards the day that is left counts only if it is worked.
  return -(count + (isWorkDay(first, company) ? 1 : 0) - (isWorkDay(last, company) ? 1 : 0))
}
