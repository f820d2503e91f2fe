import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useSummarySignal } from '#blocks/query/use-summary.ts'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import { folders, type DefaultFolder, type Folder } from '../entities.ts'
import { flat, sumOf, treeOf, type Branch } from '../tree.ts'

/** A project's folders that the reader sees, kept live. */
export const useFolderQuery = (project_id: Id) =>
  useQuery(folders, { params: { project_id }, order: { column: 'name', direction: 'asc' } })

/** All of them, for dialogs and matrices of folders. @useSignals */
export function useFolders(project_id: Id): readonly Folder[] {
  return useRecords(useFolderQuery(project_id).items)
}

/** The folders of a tree by their ids: whoever shows one reads it by itself. */
export interface Tree {
  readonly trees: readonly Branch<{ readonly id: Id }>[]
  /** How many documents are in each folder and those below it. */
  readonly counts: Readonly<Record<Id, number>>
}

const bare = <F extends { readonly id: Id }>({ folder: { id }, depth, below }: Branch<F>): Tree['trees'][number] => ({
  folder: { id },
  depth,
  below: below.map(bare),
})

/** How folders stand under each other, which changes with their places and counts alone. */
export function useTree<F extends Folder | DefaultFolder>(
  items: ReadonlySignal<Items<F>>,
  /** How many documents each holds itself; define it outside of components, or memoize it. */
  countOf: (folder: F) => number,
): ReadonlySignal<Tree> {
  return useSummarySignal(
    items,
    (all) => {
      const trees = treeOf(all)
      const counts = flat(trees).map((branch) => [branch.folder.id, sumOf(branch, countOf)] as const)
      return { trees: trees.map(bare), counts: Object.fromEntries(counts) }
    },
    [countOf],
  )
}

/** The folders right below one, or the top ones. */
export const idsBelow = ({ trees }: Tree, id: Id | null): readonly Id[] =>
  (id === null ? trees : (flat(trees).find(({ folder }) => folder.id === id)?.below ?? [])).map(
    ({ folder }) => folder.id,
  )

/** How many documents are in a folder and below it, or in all. */
export const countIn = ({ trees, counts }: Tree, id: Id | null): number =>
  id === null ? trees.reduce((sum, { folder }) => sum + (counts[folder.id] ?? 0), 0) : (counts[id] ?? 0)

/** One of them, which renders who holds it for the fields that they read of it. @useSignals */
export function useFolder<F extends Folder | DefaultFolder>(items: ReadonlySignal<Items<F>>, id: Id | null): F | null {
  const found = useMemo(() => computed(() => items.value.filter((item) => item.peek().id === id)), [items, id])
  const [folder = null] = useRecords(found)
  return folder
}
