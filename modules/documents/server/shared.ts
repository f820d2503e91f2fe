import type { Grant, Id } from '#core/access/access.ts'
import { under, within, type Ctx } from '#server/define-server.ts'
import { later, type Shareable } from '../../share-links/slots.ts'
import { documents, folders } from '../entities.ts'
import { managesAccess } from '../guards.ts'
import { levelOn } from './folder-levels.ts'

/** The folder of a link and those below it. */
export const grantedFolders = {
  reads: ['parent_id', 'name', 'sort'] as const,
  rows: ({ what, project_id, target_id }: Grant) =>
    what === 'folder' && target_id !== null && { project_id, id: under(folders, 'parent_id', target_id) },
}

/** The files in them, or the one of a link about a file; none that was archived, and no earlier version. */
export const grantedDocuments = {
  reads: ['folder_id', 'name', 'mime', 'size', 'preview_state', 'pages', 'version'] as const,
  rows({ what, project_id, target_id }: Grant) {
    if (target_id === null) return false
    if (what === 'file') return { project_id, id: target_id, archived_at: null }
    return what === 'folder' && { project_id, folder_id: under(folders, 'parent_id', target_id), archived_at: null }
  },
}

const mayShare = async (folder_id: Id | undefined, ctx: Ctx) =>
  folder_id !== undefined && managesAccess(ctx.user) && (await levelOn(folder_id, ctx)) === 'edit'

/** Shared with a link by those who set who may do what in the folder. */
export const sharedDocuments: Shareable = {
  what: ['folder', 'file'],
  noun: 'file',
  async titleOf({ what, project_id, target_id }, ctx) {
    const where = { id: target_id ?? 0, project_id }
    if (what === 'folder') {
      const [folder] = await ctx.shown(folders, where)
      return (await mayShare(folder?.id, ctx)) ? (folder?.name ?? null) : null
    }
    const [file] = await ctx.shown(documents, { ...where, archived_at: null })
    return (await mayShare(file?.folder_id, ctx)) ? (file?.name ?? null) : null
  },
  links: (user) =>
    managesAccess(user)
      ? [
          { what: 'folder', target_id: within(folders) },
          { what: 'file', target_id: within(documents) },
        ]
      : [],
  async changedAt(links, { pick }) {
    const project_id = [...new Set(links.map((link) => link.project_id))]
    const tree = await pick(folders, ['id', 'path'], { project_id })
    const files = await pick(documents, ['id', 'folder_id', 'updated_at'], { project_id, archived_at: null })
    const pathOf = new Map(tree.map(({ id, path }) => [id, path ?? '']))
    const changed = new Map<Id, string>()
    for (const { id: link, what, target_id } of links)
      for (const { id, folder_id, updated_at } of files) {
        const isShown = what === 'file' ? id === target_id : pathOf.get(folder_id)?.includes(`/${target_id}/`)
        const at = isShown ? later(changed.get(link), updated_at) : undefined
        if (at !== undefined) changed.set(link, at)
      }
    return changed
  },
}
