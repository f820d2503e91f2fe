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

/** Filled by the module that plans who works when. */
export const dayPlans: Slot<(day: Day, ctx: Ctx) => Promise<DayPlan>> = slot('day plans')
