import { useMemo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Items } from '#core/store/records.ts'
import { watched } from '#core/store/watched.ts'

/**
 * The records of a list, for rows that receive functions of a record, such as a table's cells: each row renders again only
 * when a field changes that it has read.
 */
export function useWatched<R extends object>(items: Items<R>): Items<R> {
  const known = useMemo(() => new WeakMap<ReadonlySignal<R>, ReadonlySignal<R>>(), [])
  return useMemo(
    () =>
      items.map((item) => {
        const row = known.get(item) ?? watched(item)
        known.set(item, row)
        return row
      }),
    [items, known],
  )
}
