import type { Id } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'

/**
 * Serializes transactions that write the time of the same people, so that the daily maximum and the locks of weeks hold.
 * Payroll takes the whole of it.
 */
export async function lockTime(people: Iterable<Id>, ctx: Ctx): Promise<void> {
  await ctx.alone(
    'time',
    [...people].map((id) => `of ${id}`),
  )
}
