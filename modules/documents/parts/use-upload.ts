import type { Id } from '#core/access/access.ts'
import { useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import { pathOf } from '#lib/dropped-files.ts'
import { textKey } from '#lib/text-key.ts'
import { documents, folders } from '../entities.ts'

/**
 * Returns a function that uploads files to a folder of a project; those from dropped folders go to folders of the same
 * names below it, which are made where there are none.
 */
export function useUpload(project_id: Id) {
  const services = useServices()
  const parents = { project_id }

  return (files: readonly File[], into: Id): void => {
    const made = new Map<string, Promise<Id>>()
    /** The folder at a path below `into`; each is made once, however many files are in it. */
    function folderAt(names: readonly string[]): Promise<Id> {
      const name = names.at(-1)
      if (name === undefined) return Promise.resolve(into)
      const key = names.map(textKey).join('/')
      const known = made.get(key)
      if (known) return known
      const found = folderAt(names.slice(0, -1)).then(async (parent_id) => {
        const same = services.store
          .of(folders)
          .all.peek()
          .find((item) => item.peek().parent_id === parent_id && textKey(item.peek().name) === textKey(name))
        if (same) return same.peek().id
        const result = await services.api(folders, parents).save({ name, parent_id })
        if (result.ok) return result.data.id
        // The next attempt tries again to make it.
        made.delete(key)
        throw new Error(Object.values(result.errors)[0]?.[0] ?? result.message)
      })
      made.set(key, found)
      return found
    }
    sendFiles(
      services,
      {
        entity: documents,
        parents,
        prepare: async (file) => ({ folder_id: await folderAt(pathOf(file).split('/').slice(0, -1)), files: { file } }),
      },
      files,
    )
  }
}
