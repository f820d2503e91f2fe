import { useDerived } from '#blocks/query/use-derived.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Store } from '#core/store/store.ts'
import type { defaultFolders, folders } from '../entities.ts'
import { MOST_NESTED } from '../tree.ts'

type Folders = typeof folders | typeof defaultFolders

/** The names of the folders that lead to one, and its own: `Submittals / Panels`. Tracked. */
export function pathOf(store: Store, entity: Folders, id: Id): string {
  const names: string[] = []
  for (let at: Id | null = id; at !== null && names.length < MOST_NESTED;) {
    const found: { name: string; parent_id: Id | null } | undefined = store.of(entity).get(at)
    if (!found) break
    names.unshift(found.name)
    at = found.parent_id
  }
  return names.join(' / ')
}

/** Where a document is; it renders when a name on the way changes. @useSignals */
export const FolderPath = ({ entity, id }: { entity: Folders; id: Id }) => {
  const { store } = useServices()
  return useDerived(() => pathOf(store, entity, id), [store, entity, id])
}

/** A folder's name; it renders when that changes. @useSignals */
export const FolderName = ({ entity, id }: { entity: Folders; id: Id }) => {
  const { store } = useServices()
  return useDerived(() => store.of(entity).get(id)?.name, [store, entity, id])
}
