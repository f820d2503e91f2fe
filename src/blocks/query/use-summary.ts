import { useMemo, useRef, type DependencyList } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Items } from '#core/store/records.ts'
import { shared, watchedAll } from '#core/store/watched.ts'

/**
 * What a screen shows of a set of records beyond their rows: groups of ids, counts, choices. It is computed again when the set
 * changes or a field that `select` reads, and is new only where it differs: a component that holds it renders for nothing else.
 * @param select returns plain values, and no records: a row holds its own
 * @param deps what `select` depends on that is no signal
 * @example const groups = useSummary(query.items, (tasks) => idsByPhase(tasks), [])
 */
export function useSummary<R extends object, T>(
  items: ReadonlySignal<Items<R>>,
  select: (records: readonly R[]) => T,
  deps: DependencyList,
): T {
  return useSummarySignal(items, select, deps).value
}

/** The same for whoever hands it on to the parts that show it. */
export function useSummarySignal<R extends object, T>(
  items: ReadonlySignal<Items<R>>,
  select: (records: readonly R[]) => T,
  deps: DependencyList,
): ReadonlySignal<T> {
  const records = useMemo(() => watchedAll(items), [items])
  const last = useRef<{ readonly value: T } | null>(null)
  return useMemo(
    () =>
      computed(() => {
        const next = select(records.value)
        const value = last.current ? shared(last.current.value, next) : next
        last.current = { value }
        return value
      }),
    // `deps` stand for what `select` depends on.
    // oxlint-disable-next-line react/exhaustive-deps
    [records, ...deps],
  )
}
