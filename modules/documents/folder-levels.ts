import { sql } from 'kysely'
import type { CurrentUser, Id } from '#core/access/access.ts'
import { granted, type Ctx } from '#server/define-server.ts'
import { decide, defaultLevel, digitOf, isUnlimited, levelOfWeight, subjectsOf, type Level } from './access.ts'
import { folderRules } from './entities.ts'

/** Matches rows by the folder in a column: those in which the user has one of the levels. */
export const grantedTo = (user: CurrentUser, levels: readonly Level[]) =>
  granted(
    folderRules,
    'folder_id',
    { subjects: subjectsOf(user), otherwise: digitOf(defaultLevel(user)) },
    levels.map(digitOf),
  )

/** What the user may do in each of these folders. */
export async function levelsOn(ids: readonly Id[], { user, query }: Ctx): Promise<ReadonlyMap<Id, Level>> {
  if (isUnlimited(user) || !ids.length) return new Map(ids.map((id) => [id, decide(user).level]))
  const subjects = sql.join(subjectsOf(user))
  const rows = await query(
    sql<{ folder_id: unknown; weight: unknown }>`select folder_id, min(weight) as weight from folder_rules
      where folder_id in (${sql.join([...new Set(ids)])}) and subject_key in (${subjects}) group by folder_id`,
  )
  const weights = new Map(rows.map(({ folder_id, weight }) => [Number(folder_id), Number(weight)]))
  return new Map(
    ids.map((id) => {
      const weight = weights.get(id)
      return [id, weight === undefined ? defaultLevel(user) : levelOfWeight(weight)]
    }),
  )
}

/** What the user may do in a folder; without one, at the top of a project's folders. */
export async function levelOn(id: Id | null | undefined, ctx: Ctx): Promise<Level> {
  if (id === null || id === undefined) return defaultLevel(ctx.user)
  return (await levelsOn([id], ctx)).get(id) ?? 'none'
}
