import type { Id } from '#core/access/access.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { folders, type Folder } from '../entities.ts'

/** A project's folders that the reader sees, kept live. @useSignals */
export function useFolders(project_id: Id) {
  const query = useQuery(folders, { params: { project_id }, order: { column: 'name', direction: 'asc' } })
  const all: readonly Folder[] = useRecords(query.items)
  return { all, query }
}
