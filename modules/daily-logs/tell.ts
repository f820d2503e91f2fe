import { on, type Ctx } from '#server/define-server.ts'
import type { Id } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import { dailyLogs, logEntries } from './entities.ts'

interface Told {
  readonly people: readonly Id[]
  readonly subject: string
  readonly text: string
  /** A key that tells a person of the same event once. */
  readonly keyFor: (person: Id) => string
}

/** Tells people of something at once, whatever their settings, if they have an address and are still active. */
async function tell({ people, subject, text, keyFor }: Told, ctx: Ctx): Promise<void> {
  if (!people.length) return
  for (const { id, email } of await ctx.all(users, { id: people, active: true }))
    if (email !== null) await ctx.mail({ to: email, subject, text }, keyFor(id))
}

/** An injury is told at once (rule daily-log-injury), to all but the one who entered it. */
export const tellInjury = on(logEntries, ['created', 'updated'], async (event, ctx) => {
  const { current: entry, changes, action, user_id, keyFor } = event
  if (entry?.type !== 'safety' || !entry.injury || (action === 'updated' && !changes.injury)) return
  const log = await ctx.find(dailyLogs, entry.daily_log_id)
  const project = log && (await ctx.find(projects, log.project_id))
  if (!log || !project) return
  const team = project.project_users.map(({ user_id: id }) => id)
  const admins = await ctx.all(users, { role: 'admin', customer_id: null, contact_type_id: null })
  const managers = team.length ? await ctx.all(users, { id: team, role: 'project_manager' }) : []
  const people = [...new Set([...admins, ...managers].map(({ id }) => id))].filter((id) => id !== user_id)
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
  await tell({ people, subject: `Injury on ${project.number} ${project.name}`, text, keyFor }, ctx)
})
