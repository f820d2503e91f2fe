import { can, type Id } from '#core/access/access.ts'
import { anyOf, namedBy, some, type Ctx, type Where } from '#server/define-server.ts'
import { projects } from '../../projects/entities.ts'
import { seesAllTime } from '../entities.ts'

/**
 * Which time entries a user sees (rule time-visibility): approvers see all, foremen those of people on their projects and
 * those they created, everyone else their own.
 */
export function visibleTime({ user }: Ctx): true | Where<{ user_id: number; creator_id: number }> {
  if (seesAllTime(user)) return true
  if (!can('create', 'timeEntries')(user)) return { user_id: user.id }
  return anyOf<{ user_id: number; creator_id: number }>(
    { user_id: user.id },
    { creator_id: user.id },
    { user_id: crew(user.id) },
  )
}

/** Which weeks a user sees: the same rule, except that weeks have no creator. */
export function visibleWeeks({ user }: Ctx): true | Where<{ user_id: number }> {
  if (seesAllTime(user)) return true
  if (!can('create', 'timeEntries')(user)) return { user_id: user.id }
  return anyOf<{ user_id: number }>({ user_id: user.id }, { user_id: crew(user.id) })
}

/** What devices hold of the weeks that a user sees, and what their own hold. */
export function visibleHeld(ctx: Ctx): true | Where<{ user_id: number; holder_id: number }> {
  const weeks = visibleWeeks(ctx)
  return weeks === true || anyOf<{ user_id: number; holder_id: number }>(weeks, { holder_id: ctx.user.id })
}

/** The ids of the people who share a project with this user. */
export const crew = (id: Id) => namedBy(projects, 'project_users', 'user_id', { project_users: some({ user_id: id }) })
