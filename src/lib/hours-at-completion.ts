import { roundHours } from './numbers.ts'

/** Below so many percent a projection says nothing yet. */
export const LEAST_PERCENT = 5

/** The hours of a cost code: sold, booked so far, and how much of the work is done in percent, as it was entered. */
export interface HoursSoFar {
  readonly budget: number | null
  readonly actual: number
  readonly percent: number | null
}

/** Hours at completion; null is what cannot be said. Hours have two decimals. */
export interface HoursAtCompletion extends HoursSoFar {
  /** The hours that the finished work was sold for. */
  readonly earned: number | null
  /** Earned by actual hours: below 1 the work takes longer than sold. */
  readonly productivity: number | null
  readonly projected: number | null
  /** Projected less budgeted hours. */
  readonly over: number | null
}

const isSaid = (percent: number | null): percent is number => percent !== null && percent >= LEAST_PERCENT

/** Earned, productivity and projected final of one cost code, by eSUB's formulas (rule hours-at-completion). */
export function atCompletion({ budget, actual, percent }: HoursSoFar): HoursAtCompletion {
  const earned = budget === null || percent === null ? null : (percent / 100) * budget
  const productivity = earned && actual > 0 && isSaid(percent) ? earned / actual : null
  const projected = productivity === null || budget === null ? null : roundHours(budget / productivity)
  return {
    budget,
    actual: roundHours(actual),
    percent,
    earned: earned === null ? null : roundHours(earned),
    productivity,
    projected,
    over: projected === null || budget === null ? null : roundHours(projected - budget),
  }
}

/**
 * Several codes or projects together. A code without a projection counts with its budget, or with what is booked on it
 * where that is more.
 */
export function totalAtCompletion(all: readonly HoursAtCompletion[]): HoursAtCompletion {
  const sum = (of: (one: HoursAtCompletion) => number | null) =>
    roundHours(all.reduce((total, one) => total + (of(one) ?? 0), 0))
  const budget = sum((one) => one.budget)
  const actual = sum((one) => one.actual)
  const earned = sum((one) => one.earned)
  const percent = budget > 0 ? (earned / budget) * 100 : null
  const isProjected = all.some((one) => one.projected !== null)
  const projected = isProjected ? sum((one) => one.projected ?? Math.max(one.budget ?? 0, one.actual)) : null
  return {
    budget,
    actual,
    earned,
    percent,
    productivity: isSaid(percent) && actual > 0 ? earned / actual : null,
    projected,
    over: projected === null ? null : roundHours(projected - budget),
  }
}

/** Whether the projection is over the budget by more than 5 %. */
export const needsAttention = ({ over, budget }: Pick<HoursAtCompletion, 'over' | 'budget'>): boolean =>
  over !== null && budget !== null && over > budget * 0.05

/**
 * The hours by which a job is over its budget: the projection's, or what is booked beyond the budget where nothing is
 * projected or more is booked than that. Null where it is within 5 % of the budget and nothing is booked beyond it.
 */
export function overBudget({ budget, actual, over }: HoursAtCompletion): number | null {
  if (!budget) return null
  const booked = roundHours(actual - budget)
  const most = Math.max(over ?? booked, booked)
  return booked > 0 || most > budget * 0.05 ? most : null
}

/** One line of the response of GET api/time_entries/at_completion: an active project with codes, its hours added up. */
export interface ProjectHours extends HoursAtCompletion {
  readonly project_id: number
  readonly number: string
  readonly name: string
}
