import { can, guest } from '#core/access/access.ts'
import { not, type Ctx } from '#server/define-server.ts'
import type { Project } from '../../projects/entities.ts'
import { dailyLogs } from '../entities.ts'
import { contact } from '../guards.ts'

const MOST = 5

/** Each project's last daily logs that the user may see, newest first, in one query (rule daily-log-outside). */
export async function recentLogs(projects: readonly Project[], ctx: Ctx): Promise<Project['recent_daily_logs'][]> {
  const { user } = ctx
  if (!can('view', 'dailyLogs')(user)) return projects.map(() => [])
  const ids = projects.map(({ id }) => id)
  const shared = guest(user) && !contact(user) ? { shared_at: not(null) } : {}
  const logs = await ctx.pick(
    dailyLogs,
    ['id', 'project_id', 'date', 'completed_at', 'work_performed'],
    { project_id: ids, ...shared },
    { latest: { most: MOST, of: 'project_id', by: 'date' } },
  )
  const byProject = Map.groupBy(logs, ({ project_id }) => project_id)
  return ids.map((project_id) =>
    (byProject.get(project_id) ?? []).map(({ id, date, completed_at, work_performed }) => ({
      id,
      date,
      is_complete: completed_at !== null,
      // Contacts read of a log its date.
      ...(!contact(user) && { work_performed }),
    })),
  )
}
