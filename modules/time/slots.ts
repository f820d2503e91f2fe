import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import type { Days } from '#core/report/report.ts'
import { slot, type Ctx, type Slot } from '#server/define-server.ts'

/** Who was expected to work on a day. */
export interface DayPlan {
  /** Published hours, by person. */
  readonly hours: ReadonlyMap<Id, number>
  /** People who have the day off. */
  readonly off: ReadonlySet<Id>
  /** Whether the company works that day: people without a plan are expected then. */
  readonly isWorkDay: boolean
}

/** Filled by the module that plans who works when: the plan of each of these days, in few statements for all of them. */
export const dayPlans: Slot<(days: readonly Day[], ctx: Ctx) => Promise<readonly DayPlan[]>> = slot('day plans')

/** What hours on a cost code cost in wages and fringe benefits, in dollars, and how many of the hours have a rate. */
export interface HourCost {
  readonly cost: number
  readonly rated: number
}

/**
 * Filled by the module that knows what people are paid: the costs of the hours of a while by cost code, of jobs whose rates
 * are set; nothing for who may not see pay.
 */
export const hourCosts: Slot<(days: Days, ctx: Ctx) => Promise<ReadonlyMap<Id, HourCost>>> = slot('hour costs')
