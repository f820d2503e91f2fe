import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import { cleanName } from '#lib/file-names.ts'
import { textKey } from '#lib/text-key.ts'
import { named, type Ctx } from '#server/define-server.ts'
import {
  defaultDocuments,
  defaultFolderAccess,
  defaultFolders,
  documents,
  folderAccess,
  folders,
  type DefaultFolder,
} from './entities.ts'
import { deriveOnce } from './folder-rules.ts'

interface Held {
  readonly id: Id
  readonly parent_id: Id | null
  readonly of: Id | null
  readonly key: string
  readonly deleted: boolean
}

/** What a project has already, deleted or not. */
async function held(table: 'folders' | 'documents', project: Id, { query }: Ctx): Promise<Held[]> {
  const [parent, of] = table === 'folders' ? ['parent_id', 'default_folder_id'] : ['folder_id', 'default_document_id']
  const rows = await query(
    sql<
      Record<string, unknown>
    >`select id, ${sql.ref(parent)} as parent, ${sql.ref(of)} as origin, name_key, case when deleted_at is null then 0 else 1 end as gone from ${sql.table(table)} where project_id = ${project}`,
  )
  const orNull = (value: unknown) => (value === null ? null : Number(value))
  return rows.map((row) => ({
    id: Number(row.id),
    parent_id: orNull(row.parent),
    of: orNull(row.origin),
    key: String(row.name_key),
    deleted: Number(row.gone) === 1,
  }))
}

/**
 * Gives a project the default folders, with who sees them, and the default documents, which point to the same stored
 * files (rule default-documents). Doing it again adds what came since, and brings back nothing that someone deleted.
 */
export async function copyDefaults(project_id: Id, ctx: Ctx): Promise<void> {
  // Earlier versions kept any name.
  const templates = (await ctx.all(defaultFolders)).map((one) => ({ ...one, name: cleanName(one.name) }))
  if (!templates.length) return
  await ctx.alone(`folders ${project_id}`)
  const access = Map.groupBy(await ctx.all(defaultFolderAccess), (one) => one.default_folder_id)
  const known = await held('folders', project_id, ctx)
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
      for (const [at, { id }] of (await ctx.saveAll(folders, drafts)).entries()) {
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
    await ctx.saveAll(folderAccess, settings)
  })
  await copyFiles(project_id, copies, ctx)
}

async function copyFiles(project_id: Id, copies: ReadonlyMap<Id, Id>, ctx: Ctx): Promise<void> {
  const known = await held('documents', project_id, ctx)
  const drafts = (await ctx.all(defaultDocuments)).flatMap((template) => {
    const fileName = named(template.name, template.mime)
    const folder_id = copies.get(template.default_folder_id)
    const isThere = known.some(
      (one) => one.of === template.id || (!one.deleted && one.parent_id === folder_id && one.key === textKey(fileName)),
    )
    if (folder_id === undefined || isThere) return []
    const { mime, size, sha256, path, preview_path, image, preview_state, pages, user_id } = template
    const file = { name: fileName, mime, size, sha256, path, preview_path, image, preview_state, pages, user_id }
    return [{ project_id, folder_id, ...file, default_document_id: template.id }]
  })
  if (drafts.length) await ctx.saveAll(documents, drafts)
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
