import type { Id } from '#core/access/access.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { payrollBatches } from './entities.ts'
import type { Span } from './plan.ts'

/** The batch that a week was exported in, with its creator and time. */
export interface Stamp {
  id: Id
  creator_id: Id
  created_at: string
}

/** The latest batch of each week in a span. Undone batches are ignored, and so is the batch `except`. */
export async function liveBatches({ starts_on, ends_on }: Span, ctx: Ctx, except: Id = 0): Promise<Map<Id, Stamp>> {
  const where = {
    undone_at: null,
    starts_on: between(null, ends_on),
    ends_on: between(starts_on, null),
    id: not(except),
  }
  // Only the needed fields, since a batch's rows may be large.
  const batches = await ctx.pick(payrollBatches, ['id', 'creator_id', 'created_at', 'weeks'], where)
  return new Map(
    batches.flatMap(({ weeks, ...stamp }) => weeks.map(({ timecard_id }): [Id, Stamp] => [timecard_id, stamp])),
  )
}
