import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import type { Day } from '#lib/days.ts'
import { timeEntries, type TimeEntry } from '../../entities.ts'

/** The visible entries from the first to the last day, both included: fetched once, then kept up to date. */
export function useEntries(from: Day, to: Day): ReadonlySignal<readonly TimeEntry[]> {
  const { items } = useQuery(timeEntries, { filters: { from, to } })
  return useMemo(() => computed(() => items.value.map((item) => item.value)), [items])
}
