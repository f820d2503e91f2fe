import { useMemo, type DependencyList } from 'react'
import { computed } from '@preact/signals-react'

/**
 * What follows from signals and from values that are none: it renders whoever holds it only where it differs. `useComputed`
 * would go on with the values of its first rendering. @useSignals
 * @param deps what `select` depends on that is no signal, and the signals that may be others
 */
export function useDerived<T>(select: () => T, deps: DependencyList): T {
  // `deps` stand for what `select` depends on.
  // oxlint-disable-next-line react/exhaustive-deps
  const derived = useMemo(() => computed(select), deps)
  return derived.value
}
