import { sql } from 'kysely'
import { can, guest } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'
import type { Project } from '../projects/entities.ts'
import { contact } from './guards.ts'

const MOST = 5

interface Found {
  id: unknown
  project_id: unknown
  date: string
  completed_at: string | null
  work_performed: string | null
}

/** Each project's last daily logs that the user may see, newest first, in one query (rule daily-log-outside). */
export async function recentLogs(projects: readonly Project[], ctx: Ctx): Promise<Project['recent_daily_logs'][]> {
  const { user } = ctx
  if (!can('view', 'dailyLogs')(user)) return projects.map(() => [])
  const ids = projects.map(({ id }) => id)
  const shared = guest(user) && !contact(user) ? sql`and shared_at is not null` : sql``
  const rows = await ctx.query(
    sql<Found>`select id, project_id, date, completed_at, work_performed from (select l.*, row_number() over (partition by project_id order by date desc) as place from daily_logs as l where deleted_at is null and project_id in (${sql.join(ids)}) ${shared}) as p where place <= ${MOST} order by date desc`,
  )
  return ids.map((id) =>
    rows
      .filter(({ project_id }) => Number(project_id) === id)
      .map(({ id: log, date, completed_at, work_performed }) => ({
        id: Number(log),
        date,
        is_complete: completed_at !== null,
        // Contacts read of a log its date.
        ...(!contact(user) && { work_performed }),
      })),
  )
}
