import type { Id } from '#core/access/access.ts'
import { compareKeys, textKey } from '#lib/text-key.ts'

/** No way through folders is longer, so that one through a circle ends. */
export const MOST_NESTED = 12

interface Node {
  readonly id: Id
  readonly parent_id: Id | null
  readonly name: string
  readonly sort: number
}

/** A folder in its tree: how deep it is, and the folders below it. */
export interface Branch<F> {
  readonly folder: F
  readonly depth: number
  readonly below: readonly Branch<F>[]
}

/** Folders as trees, in their order: by `sort`, then by name. A folder whose own parent is not there is at the top. */
export function treeOf<F extends Node>(folders: readonly F[]): Branch<F>[] {
  const known = new Set(folders.map(({ id }) => id))
  const byParent = Map.groupBy(folders, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  )
  const order = (a: F, b: F) => a.sort - b.sort || compareKeys(textKey(a.name), textKey(b.name))
  const grow = (parent: Id | null, depth: number): Branch<F>[] =>
    [...(byParent.get(parent) ?? [])]
      .sort(order)
      .map((folder) => ({ folder, depth, below: depth < MOST_NESTED ? grow(folder.id, depth + 1) : [] }))
  return grow(null, 0)
}

/** The branches of trees from top to bottom, without those below a folder that is closed. */
export const flat = <F extends { readonly id: Id }>(
  trees: readonly Branch<F>[],
  isOpen: (id: Id) => boolean = () => true,
): Branch<F>[] => trees.flatMap((branch) => [branch, ...(isOpen(branch.folder.id) ? flat(branch.below, isOpen) : [])])

/** The folders that lead to a folder, from the top one, and the folder itself. */
export function wayTo<F extends Node>(id: Id | null, folders: readonly F[]): F[] {
  const way: F[] = []
  for (let at = id; at !== null && way.length < MOST_NESTED;) {
    const found = folders.find((one) => one.id === at)
    if (!found) break
    way.unshift(found)
    at = found.parent_id
  }
  return way
}

/** The ids on the way through trees to a folder, from the top one, and its own; none where it is not there. */
export function idsTo(id: Id | null, trees: readonly Branch<{ readonly id: Id }>[]): readonly Id[] {
  for (const { folder, below } of trees) {
    if (folder.id === id) return [folder.id]
    const way = idsTo(id, below)
    if (way.length) return [folder.id, ...way]
  }
  return []
}

/** A sum over a branch and all below it. */
export const sumOf = <F>({ folder, below }: Branch<F>, of: (folder: F) => number): number =>
  of(folder) + below.reduce((sum, branch) => sum + sumOf(branch, of), 0)
