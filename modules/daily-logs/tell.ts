import { on } from '#server/define-server.ts'
import { formatDay } from '#lib/days.ts'
import { tell } from '../notifications/tell.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import { dailyLogs, logEntries } from './entities.ts'

/** Tells admins and the project's managers of an injury at once (rule daily-log-injury), except who entered it. */
export const tellInjury = on(logEntries, ['created', 'updated'], async (event, ctx) => {
  const { current: entry, changes, action } = event
  if (entry?.type !== 'safety' || !entry.injury || (action === 'updated' && !changes.injury)) return
  const log = await ctx.find(dailyLogs, entry.daily_log_id)
  const project = log && (await ctx.find(projects, log.project_id))
  if (!log || !project) return
  const team = project.project_users.map(({ user_id: id }) => id)
  const admins = await ctx.all(users, { role: 'admin', customer_id: null, contact_type_id: null })
  const managers = team.length ? await ctx.all(users, { id: team, role: 'project_manager' }) : []
  const text = [
    `${entry.user_name} reported an injury on ${project.number} ${project.name}, ${formatDay(log.date)}${entry.time === null ? '' : `, ${entry.time}`}.`,
    '',
    ...(entry.person === null ? [] : [`Person: ${entry.person}`]),
    ...(entry.company === null ? [] : [`Company: ${entry.company}`]),
    entry.description,
    ...(entry.corrective_action === null ? [] : ['', `Corrective action: ${entry.corrective_action}`]),
    '',
    `${ctx.appUrl}${dailyLogs.display.href(log)}`,
    '',
    ctx.companyName,
  ].join('\n')
  const where = `${project.number} ${project.name}`
  await tell(
    event,
    {
      people: [...admins, ...managers].map(({ id }) => id),
      entity: dailyLogs,
      record: log,
      project_id: project.id,
      kind: 'injuries',
      text: `${entry.user_name} reported an injury`,
      note: entry.description,
      mail: { subject: `Injury on ${where}`, text },
      urgent: true,
    },
    ctx,
  )
})
