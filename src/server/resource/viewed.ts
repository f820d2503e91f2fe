import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Ctx } from '../define-server.ts'

/**
 * Records that the user of `ctx` has looked at these records, in the shared lines `views` of their entity. Looking changes nothing of them: neither their row nor when
 * it was updated, and there is no history of it; those listening hear who looked.
 */
export async function markViewed(entity: Entity, ids: readonly Id[], ctx: Ctx): Promise<void> {
  for (const id of ids) {
    // One at a time for each record: two tabs of one person look at the same moment.
    await ctx.alone(`views ${entity.name} ${id}`)
    const seen = await ctx.query(
      sql`select 1 from views where subject_type = ${entity.name} and subject_id = ${id} and user_id = ${ctx.user.id} limit 1`,
    )
    if (seen.length) continue
    await ctx.announce(entity, id, async () => {
      await ctx.query(
        sql`insert into views (subject_type, subject_id, position, user_id) values (${entity.name}, ${id}, 0, ${ctx.user.id}) returning id`,
      )
    })
  }
}
