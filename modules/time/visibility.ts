import { can, type Id } from '#core/access/access.ts'
import { anyOf, namedBy, some, type Ctx, type Where } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { seesAllTime } from './entities.ts'

/**
 * Whose time someone sees (rule time-visibility): everyone's for those who approve weeks, for a foreman the people on
 * projects he is on and what he entered himself, for everyone else their own.
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

/** As for time, for what has no creator. */
export function visibleWeeks({ user }: Ctx): true | Where<{ user_id: number }> {
  if (seesAllTime(user)) return true
  if (!can('create', 'timeEntries')(user)) return { user_id: user.id }
  return anyOf<{ user_id: number }>({ user_id: user.id }, { user_id: crew(user.id) })
}

/** The people on the projects that someone is on, by their ids. */
export const crew = (id: Id) => namedBy(projects, 'project_users', 'user_id', { project_users: some({ user_id: id }) })
