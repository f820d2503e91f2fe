import type { Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { textKey } from '#lib/text-key.ts'
import { serve, type Ctx } from '#server/define-server.ts'
import { defaultDocuments, defaultFolders, MOST_DEPTH, type DefaultFolder } from '../entities.ts'
import { nameErrors } from './names.ts'

/** A folder's place among the others, by the ids that lead to it. */
function pathTo(id: Id | null, all: readonly DefaultFolder[]): Id[] {
  const found = all.find((one) => one.id === id)
  return found ? [...pathTo(found.parent_id, all), found.id] : []
}

export const servedDefaultFolders = serve(defaultFolders, {
  async may(verb, { before }, ctx) {
    await ctx.alone('default folders')
    if (verb === 'delete' && before) await warnUnlessEmpty(before, ctx)
    return true
  },
  async validate(draft, before, ctx): Promise<FieldErrors> {
    const name = draft.name ?? before?.name ?? ''
    const misnamed = nameErrors(draft, before)
    if (misnamed.name) return misnamed
    const parent_id = draft.parent_id === undefined ? (before?.parent_id ?? null) : draft.parent_id
    const all = await ctx.all(defaultFolders)
    const above = pathTo(parent_id, all)
    if (before && above.includes(before.id)) return { parent_id: ['A folder cannot be moved into itself.'] }
    const depths = before ? all.map(({ id }) => pathTo(id, all)).filter((path) => path.includes(before.id)) : []
    const height = before ? Math.max(...depths.map((path) => path.length - path.indexOf(before.id))) : 1
    if (above.length + height > MOST_DEPTH) return { parent_id: ['Folders go six levels deep.'] }
    const isSame = (one: DefaultFolder) =>
      one.id !== before?.id && one.parent_id === parent_id && textKey(one.name) === textKey(name)
    return all.some(isSame) ? { name: ['A folder with this name already exists here.'] } : {}
  },
})

async function warnUnlessEmpty(folder: DefaultFolder, ctx: Ctx): Promise<void> {
  const isFull =
    (await ctx.exists(defaultFolders, { parent_id: folder.id })) ||
    (await ctx.exists(defaultDocuments, { default_folder_id: folder.id }))
  if (isFull) ctx.warn('not_empty', `${folder.name} is not empty. What is in it will be deleted with it.`)
}
