import type { CurrentUser, Id } from '#core/access/access.ts'
import { granted, type Ctx } from '#server/define-server.ts'
import { decide, defaultLevel, digitOf, isUnlimited, levelOfWeight, subjectsOf, type Level } from '../access.ts'
import { folderRules } from '../entities.ts'

/** Matches rows by the folder in a column: those in which the user has one of the levels. */
export const grantedTo = (user: CurrentUser, levels: readonly Level[]) =>
  granted(
    folderRules,
    'folder_id',
    { subjects: subjectsOf(user), otherwise: digitOf(defaultLevel(user)) },
    levels.map(digitOf),
  )

/** What the user may do in each of these folders. */
export async function levelsOn(ids: readonly Id[], { user, groups }: Ctx): Promise<ReadonlyMap<Id, Level>> {
  if (isUnlimited(user) || !ids.length) return new Map(ids.map((id) => [id, decide(user).level]))
  const where = { folder_id: [...new Set(ids)], subject: subjectsOf(user) }
  const decisive = await groups(folderRules, { by: ['folder_id'], where, min: ['weight'] })
  const weights = new Map(decisive.map(({ folder_id, min }) => [folder_id, min.weight]))
  return new Map(
    ids.map((id) => {
      const weight = weights.get(id)
      return [id, weight === undefined || weight === null ? defaultLevel(user) : levelOfWeight(weight)]
    }),
  )
}

/** What the user may do in a folder; without one, at the top of a project's folders. */
export async function levelOn(id: Id | null | undefined, ctx: Ctx): Promise<Level> {
  if (id === null || id === undefined) return defaultLevel(ctx.user)
  return (await levelsOn([id], ctx)).get(id) ?? 'none'
}
