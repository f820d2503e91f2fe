import { sql } from 'kysely'
import { can, guest } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'
import type { Project } from '../projects/entities.ts'
import { dailyLogs } from './entities.ts'
import { contact } from './guards.ts'

const MOST = 5

/** Each project's last daily logs that the user may see, with the fields they may read. */
export async function recentLogs(projects: readonly Project[], ctx: Ctx): Promise<Project['recent_daily_logs'][]> {
  const { user } = ctx
  if (!can('view', 'dailyLogs')(user)) return projects.map(() => [])
  const ids = projects.map(({ id }) => id)
  const shared = guest(user) && !contact(user) ? sql`and shared_at is not null` : sql``
  const last = await ctx.query(
    sql<{
      id: unknown
    }>`select id from (select id, row_number() over (partition by project_id order by date desc) as place from daily_logs where deleted_at is null and project_id in (${sql.join(ids)}) ${shared}) as p where place <= ${MOST}`,
  )
  const shown = last.length ? await ctx.shown(dailyLogs, { id: last.map(({ id }) => Number(id)) }) : []
  const newest = shown.toSorted((a, b) => String(b.date).localeCompare(String(a.date)))
  return ids.map((id) => newest.filter(({ project_id }) => project_id === id))
}
