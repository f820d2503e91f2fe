import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'
import type { Span } from './plan.ts'
import type { PayrollWeek } from './rows.ts'

/** The batch that a week was exported in, with its creator and time. */
export interface Stamp {
  id: Id
  creator_id: Id
  created_at: string
}

/** The latest batch of each week in a span. Undone batches are ignored, and so is the batch `except`. */
export async function liveBatches({ starts_on, ends_on }: Span, ctx: Ctx, except: Id = 0): Promise<Map<Id, Stamp>> {
  // Selects only the needed columns, since a batch's rows may be large.
  const rows = await ctx.query(
    sql<{
      id: unknown
      creator_id: unknown
      created_at: unknown
      weeks: string
    }>`select id, creator_id, created_at, weeks from payroll_batches where undone_at is null and deleted_at is null and starts_on <= ${ends_on} and ends_on >= ${starts_on} and id <> ${except} order by id`,
  )
  return new Map(
    rows.flatMap(({ weeks, ...row }) => {
      const stamp = {
        id: Number(row.id),
        creator_id: Number(row.creator_id),
        created_at: new Date(String(row.created_at)).toISOString(),
      }
      const weeksOfBatch: PayrollWeek[] = JSON.parse(weeks)
      return weeksOfBatch.map(({ timecard_id }): [Id, Stamp] => [timecard_id, stamp])
    }),
  )
}
