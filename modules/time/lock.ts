import type { Id } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'

const held = new WeakMap<Ctx, Set<Id>>()

/**
 * Serializes transactions that write the time of the same people, so that the daily maximum and the locks of weeks hold.
 * Payroll takes the whole of it.
 */
export async function lockTime(people: Iterable<Id>, ctx: Ctx): Promise<void> {
  const known = held.get(ctx) ?? new Set()
  held.set(ctx, known)
  const wanted = [...new Set(people)].filter((id) => !known.has(id))
  if (!wanted.length) return
  for (const id of wanted) known.add(id)
  await ctx.alone(
    'time',
    wanted.map((id) => `of ${id}`),
  )
}
