import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
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
