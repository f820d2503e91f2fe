import type { Id } from '#core/access/access.ts'
import { cleanName, freeName } from '#lib/file-names.ts'
import { textKey } from '#lib/text-key.ts'
import { named, type Ctx } from '#server/define-server.ts'
import { documents, folders } from '../entities.ts'

/** What is to be in a directory, a folder before what is in it: folders by `null`, files by their path in the store. */
export type Places = ReadonlyMap<string, string | null>

interface Item {
  readonly id: Id
  readonly parent: Id | null
  readonly name: string
  readonly mime: string | null
  /** The file's path in the store; null for a folder. */
  readonly path: string | null
}

/** Where a project's folders and documents are in its directory: as in the app, without what is archived. */
export async function placesOf(project_id: Id, { pick }: Ctx): Promise<Places> {
  const held = await pick(folders, ['id', 'parent_id', 'name'], { project_id })
  const files = await pick(documents, ['id', 'folder_id', 'name', 'mime', 'path'], { project_id, archived_at: null })
  return arrange([
    ...held.map(({ id, parent_id: parent, name }) => ({ id, parent, name, mime: null, path: null })),
    ...files.map(({ folder_id: parent, ...file }) => ({ ...file, parent })),
  ])
}

/** Arranges folders and documents by names. A folder comes first to its name; a document of the same gets a number. */
export function arrange(items: readonly Item[]): Places {
  const places = new Map<string, string | null>()
  const inside = Map.groupBy(items, ({ parent }) => parent)
  const put = (parent: Id | null, prefix: string) => {
    const taken = new Set<string>()
    const all = inside.get(parent) ?? []
    const sorted = [...all].sort((a, b) => Number(a.path !== null) - Number(b.path !== null) || a.id - b.id)
    for (const { id, name, mime, path } of sorted) {
      const free = freeName(mime === null ? cleanName(name) : named(name, mime), (one) => taken.has(textKey(one)))
      taken.add(textKey(free))
      places.set(`${prefix}${free}`, path)
      if (path === null) put(id, `${prefix}${free}/`)
    }
  }
  put(null, '')
  return places
}
