import type { Id } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'
import { notifications } from '../entities.ts'

/** A record that people are told of, as notifications name it. */
export interface Subject {
  readonly subject_type: string
  readonly subject_id: Id
}

/** Whom of these people it still concerns: who has looked at it while it waited is sent nothing. */
export async function stillUnread(people: readonly Id[], subject: Subject, ctx: Ctx): Promise<Id[]> {
  const told = await ctx.pick(notifications, ['user_id', 'read_at', 'done_at'], { user_id: people, ...subject })
  return people.filter((id) => {
    const own = told.filter(({ user_id }) => user_id === id)
    // Whom the app does not tell has nothing to look at.
    return !own.length || own.some(({ read_at, done_at }) => read_at === null && done_at === null)
  })
}
