import { useMemo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { watchedAll } from '#core/store/watched.ts'
import type { Day } from '#lib/days.ts'
import { timeEntries, type TimeEntry } from '../../entities.ts'

/** The visible entries from the first to the last day, both included: fetched once, then kept up to date. */
export function useEntries(from: Day, to: Day): ReadonlySignal<readonly TimeEntry[]> {
  const { items } = useQuery(timeEntries, { filters: { from, to } })
  return useMemo(() => watchedAll(items), [items])
}
