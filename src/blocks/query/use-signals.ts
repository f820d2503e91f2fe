import { useLayoutEffect, useMemo, useState } from 'react'
import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { same } from '#core/store/merge.ts'

/**
 * What the server computed, a row each in a signal of its own, which stays while its key does: of a new answer only what
 * differs renders.
 */
export function useSignals<R>(rows: readonly R[], keyOf: (row: R) => string | number): readonly ReadonlySignal<R>[] {
  const [held] = useState(() => new Map<string | number, Signal<R>>())
  const items = useMemo(
    () =>
      rows.map((row) => {
        const item = held.get(keyOf(row)) ?? signal(row)
        held.set(keyOf(row), item)
        return item
      }),
    [held, rows, keyOf],
  )
  useLayoutEffect(() => {
    for (const [at, row] of rows.entries()) {
      const item = items[at]
      if (item && !same(item.peek(), row)) (item as Signal<R>).value = row
    }
  }, [rows, items])
  return items
}
