import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { anyOf, leadsTo, not, same, serve, under, withDeleted, within, type Ctx } from '#server/define-server.ts'
import { cleanName, nameProblem } from '#lib/file-names.ts'
import { grantedFolders } from './shared.ts'
import { projects } from '../../projects/entities.ts'
import { isUnlimited, seeing } from '../access.ts'
import { fillDirectory } from './directories.ts'
import { defaultFolders, documents, folders, MOST_DEPTH, type Folder } from '../entities.ts'
import { grantedTo, levelOn, levelsOn } from './folder-levels.ts'
import { changeSight, deriveRules, idsIn, isDeferring, subtreeOf } from './folder-rules.ts'
import { nameErrors } from './names.ts'
import { lockProblem, managesAccess } from '../guards.ts'

type Draft = DraftOf<typeof folders>

const depthOf = (folder: Pick<Folder, 'path'>) => idsIn(folder).length

/** Serializes what changes a project's tree or who sees it. */
export const lockTree = (project: number | undefined, ctx: Ctx) => ctx.alone(`folders ${project}`)

/** What someone needs to see before they delete a folder with everything in it, and what keeps them from it. */
async function mayDelete(folder: Folder, ctx: Ctx): Promise<boolean | string> {
  const ids = await subtreeOf(folder, ctx)
  // Those who saw a folder above only as a way to this one lose sight of it.
  for (const id of idsIn(folder).slice(0, -1)) await ctx.announce(folders, id)
  const levels = await levelsOn(ids, ctx)
  if (ids.some((id) => levels.get(id) !== 'edit')) return 'This folder contains some that you may not change.'
  const inside = await ctx.all(documents, { folder_id: ids })
  const locked = inside.map((one) => lockProblem(one, ctx.user)).find((problem) => problem !== null)
  if (locked) return locked
  const counts = [count(ids.length - 1, 'folder'), count(inside.length, 'document')].filter(Boolean)
  if (counts.length)
    ctx.warn('not_empty', `${folder.name} is not empty. ${counts.join(' and ')} will be deleted with it.`)
  return true
}
const count = (n: number, noun: string) => (n ? `${n} ${noun}${n === 1 ? '' : 's'}` : '')

async function mayChange(
  verb: string,
  { before, draft }: { before: Folder | null; draft: Draft },
  ctx: Ctx,
): Promise<boolean | string> {
  await lockTree(before?.project_id ?? draft.project_id, ctx)
  if ((await levelOn(before?.id ?? draft.parent_id, ctx)) !== 'edit') return false
  if (verb === 'delete') return before === null || mayDelete(before, ctx)
  if (before && draft.parent_id !== undefined && draft.parent_id !== before.parent_id)
    if ((await levelOn(draft.parent_id, ctx)) !== 'edit') return false
  const cuts = (draft.inherits_access ?? true) !== (before?.inherits_access ?? true)
  return !cuts || managesAccess(ctx.user)
}

async function validate(draft: Draft, before: Folder | null, ctx: Ctx): Promise<FieldErrors> {
  if (isDeferring(ctx)) return {}
  const name = draft.name ?? before?.name ?? ''
  const misnamed = nameErrors(draft, before)
  if (misnamed.name) return misnamed
  const parent_id = draft.parent_id === undefined ? (before?.parent_id ?? null) : draft.parent_id
  const errors = parent_id === before?.parent_id ? {} : await placeErrors(parent_id, draft, before, ctx)
  if (Object.keys(errors).length) return errors
  const project_id = before?.project_id ?? draft.project_id
  const place = { project_id, parent_id, name: same(name), id: not(before?.id ?? 0) }
  return (await ctx.exists(folders, place)) ? { name: ['A folder with this name already exists here.'] } : {}
}

/** What keeps a folder from being put into another one. */
async function placeErrors(
  parent_id: number | null,
  draft: Draft,
  before: Folder | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  const parent = parent_id === null ? null : await ctx.find(folders, parent_id)
  if (parent_id !== null && parent?.project_id !== (before?.project_id ?? draft.project_id))
    return { parent_id: ['Folder is invalid.'] }
  if (before?.path && parent?.path?.startsWith(before.path))
    return { parent_id: ['A folder cannot be moved into itself.'] }
  const below = before ? await ctx.pick(folders, ['path'], { id: under(folders, 'parent_id', before.id) }) : []
  const height = before ? Math.max(...below.map(depthOf)) - depthOf(before) + 1 : 1
  return (parent ? depthOf(parent) : 0) + height > MOST_DEPTH ? { parent_id: ['Folders go six levels deep.'] } : {}
}

/** Writes the path of a folder and of those below it, which begin with it. */
async function writePath(folder: Folder, before: Folder | null, ctx: Ctx): Promise<void> {
  const parent = folder.parent_id === null ? null : await ctx.find(folders, folder.parent_id)
  const path = `${parent?.path ?? '/'}${folder.id}/`
  const from = before?.path
  if (!from) return ctx.setDerived(folders, [{ id: folder.id, path }])
  const all = await ctx.pick(folders, ['id', 'path'], { project_id: folder.project_id, ...withDeleted })
  await ctx.setDerived(
    folders,
    all.flatMap(({ id, path: old }) =>
      old?.startsWith(from) ? [{ id, path: `${path}${old.slice(from.length)}` }] : [],
    ),
  )
}

async function afterSave(folder: Folder, before: Folder | null, ctx: Ctx): Promise<void> {
  await fillDirectory(folder.project_id, ctx)
  if (isDeferring(ctx)) return
  // Who sees the folders above one that comes back may have changed while it was deleted.
  if (!before || before.deleted_at !== null) {
    await writePath(folder, null, ctx)
    const now = await ctx.find(folders, folder.id)
    // One that inherits nothing may be seen by those who do not see the folders above it.
    if (now && !now.inherits_access) return changeSight(now, ctx)
    return deriveRules(folder.project_id, ctx, new Set([folder.id]))
  }
  const moved = folder.parent_id !== before.parent_id
  if (!moved && folder.inherits_access === before.inherits_access) return
  await changeSight(before, ctx, async () => {
    if (moved) await writePath(folder, before, ctx)
  })
  // The folders that lead to its new place.
  const now = await ctx.find(folders, folder.id)
  if (moved && now) await changeSight(now, ctx)
}

/** Names of folders that earlier versions kept and that would not be taken now, and what stands for them outside. */
export async function folderNames({ pick }: Pick<Ctx, 'pick'>): Promise<string[]> {
  const lines: string[] = []
  for (const entity of [folders, defaultFolders])
    for (const { id, name } of await pick<typeof folders | typeof defaultFolders, 'id' | 'name'>(entity, [
      'id',
      'name',
    ]))
      if (nameProblem(name)) lines.push(`${entity.name} ${id}: ${JSON.stringify(name)} is sent as ${cleanName(name)}`)
  return lines
}

export const servedFolders = serve(folders, {
  granted: grantedFolders,
  visible({ user }) {
    const project_id = within(projects)
    if (isUnlimited(user)) return { project_id }
    const own = grantedTo(user, seeing)
    // A folder without access is shown by name where it leads to one that is seen.
    return { project_id, ...anyOf<Folder>({ id: own }, { path: leadsTo(folders, { id: own }) }) }
  },
  may: mayChange,
  validate,
  afterSave: (folder, before, ctx) => afterSave(folder, before, ctx),
  afterDelete: ({ project_id }, ctx) => fillDirectory(project_id, ctx),
  computed: {
    async my_level(all, ctx) {
      const levels = await levelsOn(
        all.map(({ id }) => id),
        ctx,
      )
      return all.map(({ id }) => levels.get(id) ?? 'none')
    },
  },
})
