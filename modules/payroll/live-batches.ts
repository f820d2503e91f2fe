import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'
import type { Span } from './plan.ts'
import type { PayrollWeek } from './rows.ts'

/** The batch a week went out in: which, by whom, when. */
export interface Stamp {
  id: Id
  creator_id: Id
  created_at: string
}

/** The latest batch each week of a span went out in, of those that were not undone; `except` one of them. */
export async function liveBatches({ starts_on, ends_on }: Span, ctx: Ctx, except: Id = 0): Promise<Map<Id, Stamp>> {
  // Only what is needed of them: their rows are many.
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
      const held: PayrollWeek[] = JSON.parse(weeks)
      return held.map(({ timecard_id }): [Id, Stamp] => [timecard_id, stamp])
    }),
  )
}
