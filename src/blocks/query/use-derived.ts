import { useMemo, type DependencyList } from 'react'
import { steady } from '#core/store/watched.ts'

/**
 * What follows from signals and from values that are none: it renders whoever holds it only where its content differs.
 * `useComputed` would go on with the values of its first rendering. @useSignals
 * @param deps what `select` depends on that is no signal, and the signals that may be others
 */
export function useDerived<T>(select: () => T, deps: DependencyList): T {
  // `deps` stand for what `select` depends on.
  // oxlint-disable-next-line react/exhaustive-deps
  const derived = useMemo(() => steady(select), deps)
  return derived.value
}
