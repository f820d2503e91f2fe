import { useEffect, useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import type { Day } from '#lib/days.ts'
import { timeEntries, type TimeEntry } from '../entities.ts'

/** The visible entries from the first to the last day, both included: fetched once, then kept up to date. */
export function useEntries(from: Day, to: Day): ReadonlySignal<readonly TimeEntry[]> {
  const { api, store, resumed } = useServices()
  const again = resumed.value
  useEffect(() => void api(timeEntries).fetchAll({ from, to }), [api, from, to, again])
  const all = store.of(timeEntries).all
  return useMemo(
    () => computed(() => all.value.map((item) => item.value).filter(({ date }) => date >= from && date <= to)),
    [all, from, to],
  )
}
