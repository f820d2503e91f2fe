import { useMemo, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Arranged, WorkGroup } from './arrange.ts'

export interface Folds {
  has(group: WorkGroup): boolean
  toggle(key: string): void
  /** The ids that are not in a folded group. */
  visible(arranged: Arranged): readonly Id[]
}

/**
 * The folded groups. A group in which nothing is left to do is folded at first, unless it is the only one.
 * @param by what the list is grouped by, which says what the keys mean
 */
export function useFolds(arranged: Arranged, by: string): Folds {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const isOnly = arranged.groups?.length === 1
  return useMemo(() => {
    const nameOf = (key: string) => `${by} ${key}`
    const has = ({ key, count, done }: WorkGroup) => (!isOnly && done === count) !== changed.has(nameOf(key))
    return {
      has,
      toggle: (key) =>
        setChanged((before) => {
          const next = new Set(before)
          if (!next.delete(nameOf(key))) next.add(nameOf(key))
          return next
        }),
      visible: ({ groups, ids }) => groups?.flatMap((group) => (has(group) ? [] : group.ids)) ?? ids,
    }
  }, [changed, by, isOnly])
}
