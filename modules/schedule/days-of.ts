import { addDays, daysBetween, weekdayOf, type Day } from '#lib/days.ts'

/** When someone works, as far as the days depend on it. */
export interface Span {
  readonly start_date: Day
  readonly end_date: Day
  /** Weekdays, 0 for Sunday; null for the company's work days. */
  readonly days: readonly number[] | null
}

/** Which days the company works. */
export interface WorkDays {
  readonly work_days: readonly number[]
  /** Holidays and days off of everyone, with their names. */
  readonly off: ReadonlyMap<Day, string>
  /** Holidays of some hours, with how many hours of the day they take. */
  readonly short?: ReadonlyMap<Day, { readonly hours: number; readonly name: string }>
}

/** The hours of a full day. */
export const FULL_DAY = 8

/** What a holiday of some hours leaves of the hours that are planned on a day: of 8 hours 4, if it takes 4. */
export function hoursOn(planned: number, day: Day, { short }: Pick<WorkDays, 'short'>): number {
  const off = short?.get(day)?.hours ?? 0
  return Math.min(planned, Math.max(0, Math.max(planned, FULL_DAY) - off))
}

export const isWorkDay = (day: Day, { work_days, off }: WorkDays): boolean =>
  work_days.includes(weekdayOf(day)) && !off.has(day)

/** Every day from the first to the last. */
export const spanOf = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at))

const known = new WeakMap<WorkDays, WeakMap<Span, readonly Day[]>>()

/**
 * The days of an assignment. Weekends and days off within a longer span are not worked; a single day is, since somebody
 * chose it. The answer is kept as long as the assignment and the company's days are the same objects, since a board asks
 * for it many times.
 */
export function daysOf(span: Span, company: WorkDays): readonly Day[] {
  const answers = known.get(company) ?? new WeakMap<Span, readonly Day[]>()
  known.set(company, answers)
  const days = answers.get(span) ?? worked(span, company)
  answers.set(span, days)
  return days
}

const WEEK = 7
function worked({ start_date, end_date, days }: Span, company: WorkDays): readonly Day[] {
  if (start_date === end_date) return [start_date]
  const works = days ?? company.work_days
  const first = weekdayOf(start_date)
  return spanOf(start_date, end_date).filter((day, at) => works.includes((first + at) % WEEK) && !company.off.has(day))
}

/** The nth work day after a day, or before it if `count` is negative; work days come within a year. */
export function workDayAfter(day: Day, count: number, company: WorkDays): Day {
  const step = count < 0 ? -1 : 1
  const YEAR = 366
  let at = day
  for (let left = Math.abs(count), tried = 0; left > 0 && tried < YEAR * Math.abs(count); tried++) {
    at = addDays(at, step)
    if (isWorkDay(at, company)) left--
  }
  return at
}

/** A span some work days later, or earlier if `days` is negative; a span of one day stays one. */
export function shiftedSpan(
  { start_date, end_date }: Pick<Span, 'start_date' | 'end_date'>,
  days: number,
  company: WorkDays,
): { start_date: Day; end_date: Day } {
  const from = workDayAfter(start_date, days, company)
  return { start_date: from, end_date: start_date === end_date ? from : workDayAfter(end_date, days, company) }
}
