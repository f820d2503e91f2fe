import type { Id } from '#core/access/access.ts'
import { cleanName } from '#lib/file-names.ts'
import { textKey } from '#lib/text-key.ts'
import { named, withDeleted, type Ctx } from '#server/define-server.ts'
import {
  defaultDocuments,
  defaultFolderAccess,
  defaultFolders,
  documents,
  folderAccess,
  folders,
  type DefaultFolder,
} from '../entities.ts'
import { deriveOnce } from './folder-rules.ts'

interface Held {
  readonly id: Id
  readonly parent_id: Id | null
  readonly of: Id | null
  readonly key: string
  readonly deleted: boolean
}

/** The folders that a project has already, deleted or not. */
async function foldersOf(project_id: Id, { pick }: Ctx): Promise<Held[]> {
  const fields = ['id', 'parent_id', 'default_folder_id', 'name', 'deleted_at'] as const
  const held = await pick(folders, fields, { project_id, ...withDeleted })
  return held.map(({ default_folder_id: of, ...folder }) => heldOf({ ...folder, of }))
}

/** The documents that a project has already, deleted or not. */
async function documentsOf(project_id: Id, { pick }: Ctx): Promise<Held[]> {
  const fields = ['id', 'folder_id', 'default_document_id', 'name', 'deleted_at'] as const
  const held = await pick(documents, fields, { project_id, ...withDeleted })
  return held.map(({ folder_id: parent_id, default_document_id: of, ...file }) => heldOf({ ...file, parent_id, of }))
}

const heldOf = ({ name, deleted_at, ...one }: Pick<Held, 'id' | 'parent_id' | 'of'> & Named): Held => ({
  ...one,
  key: textKey(name),
  deleted: deleted_at !== null,
})
interface Named {
  readonly name: string
  readonly deleted_at: string | null
}

/**
 * Gives a project the default folders, with who sees them, and the default documents, which point to the same stored
 * files (rule default-documents). Doing it again adds what came since, and brings back nothing that someone deleted.
 */
export async function copyDefaults(project_id: Id, ctx: Ctx): Promise<void> {
  // Earlier versions kept any name.
  const templates = (await ctx.cached(defaultFolders)).map((one) => ({ ...one, name: cleanName(one.name) }))
  if (!templates.length) return
  await ctx.alone(`folders ${project_id}`)
  const access = Map.groupBy(await ctx.cached(defaultFolderAccess), (one) => one.default_folder_id)
  const known = await foldersOf(project_id, ctx)
  const copies = new Map<Id, Id>()
  await deriveOnce(project_id, ctx, async () => {
    const made: DefaultFolder[] = []
    // Level by level, since folders name the one above them.
    for (const level of levelsOf(templates)) {
      const missing = level.filter((template) => {
        const parent_id = parentIn(template, copies)
        // The folder above it was deleted here.
        if (parent_id === undefined) return false
        const copied = known.filter(({ of }) => of === template.id)
        const same =
          copied.find(({ deleted }) => !deleted) ??
          known.find((one) => !one.deleted && one.parent_id === parent_id && one.key === textKey(template.name))
        if (same) copies.set(template.id, same.id)
        return !same && !copied.length
      })
      const drafts = missing.map((template) => {
        const { id: default_folder_id, name, sort, inherits_access } = template
        const parent_id = parentIn(template, copies) ?? null
        return { project_id, parent_id, name, sort, inherits_access, is_default: true, default_folder_id }
      })
      for (const [at, { id }] of (await ctx.save(folders, drafts)).entries()) {
        const template = missing[at]
        if (template) copies.set(template.id, id)
      }
      made.push(...missing)
    }
    const settings = made.flatMap(({ id }) => {
      const folder_id = copies.get(id)
      return folder_id === undefined
        ? []
        : (access.get(id) ?? []).map(({ subject_type, subject_id, role, level, subject }) => {
            return { folder_id, subject_type, subject_id, role, level, subject }
          })
    })
    await ctx.save(folderAccess, settings)
  })
  await copyFiles(project_id, copies, ctx)
}

async function copyFiles(project_id: Id, copies: ReadonlyMap<Id, Id>, ctx: Ctx): Promise<void> {
  const known = await documentsOf(project_id, ctx)
  const drafts = (await ctx.all(defaultDocuments)).flatMap((template) => {
    const fileName = named(template.name, template.mime)
    const folder_id = copies.get(template.default_folder_id)
    const isThere = known.some(
      (one) => one.of === template.id || (!one.deleted && one.parent_id === folder_id && one.key === textKey(fileName)),
    )
    if (folder_id === undefined || isThere) return []
    const { mime, size, sha256, path, preview_path, image, preview_state, pages, user_id } = template
    const file = { name: fileName, mime, size, sha256, path, preview_path, image, preview_state, pages, user_id }
    const waits = { text_state: 'waiting' as const, text_problem: null }
    return [{ project_id, folder_id, ...file, ...waits, default_document_id: template.id }]
  })
  if (drafts.length) await ctx.save(documents, drafts)
}

/** The copy of the folder above: null at the top, undefined where there is none. */
const parentIn = ({ parent_id }: DefaultFolder, copies: ReadonlyMap<Id, Id>): Id | null | undefined =>
  parent_id === null ? null : copies.get(parent_id)

/** Folders by their depth, from the top. */
function levelsOf(all: readonly DefaultFolder[]): DefaultFolder[][] {
  const levels: DefaultFolder[][] = []
  for (let level = all.filter(({ parent_id }) => parent_id === null); level.length;) {
    levels.push(level)
    const ids = new Set(level.map(({ id }) => id))
    level = all.filter(({ parent_id }) => parent_id !== null && ids.has(parent_id))
  }
  return levels
}
