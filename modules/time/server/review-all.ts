import { readId } from '#core/entity/id.ts'
import { not, refuse, type Ctx } from '#server/define-server.ts'
import { timeEntries, type TimeEntry } from '../entities.ts'

const MOST_AT_ONCE = 500

/** Reviews the named entries that the user sees, that are on a project, and that nobody has reviewed yet: `{ ids }`. */
export async function reviewAll(ctx: Ctx, { ids }: Readonly<Record<string, unknown>>): Promise<TimeEntry[]> {
  const named = Array.isArray(ids) ? ids.flatMap((id) => readId(id) ?? []) : []
  if (!named.length) refuse('Choose the entries to review.', { ids: ['Ids is required'] })
  if (named.length > MOST_AT_ONCE) refuse(`At most ${MOST_AT_ONCE} entries can be reviewed at once.`)
  const seen = await ctx.shown(timeEntries, { id: named, project_id: not(null), reviewed_at: null })
  const reviewed: TimeEntry[] = []
  for (const { id } of seen)
    if (id !== undefined)
      reviewed.push(await ctx.save(timeEntries, { id, reviewed_id: ctx.user.id, reviewed_at: ctx.now }))
  return reviewed
}
