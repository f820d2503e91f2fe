import { useEffect, useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import { useServices } from '#blocks/services/services.tsx'
import { addDays, type Day } from '#lib/days.ts'
import { timecards, timeEntries, type Timecard, type TimeEntry } from '../entities.ts'

/** A person's week: its entries, sorted by day and then by creation, and its timecard. */
export interface PersonWeek {
  readonly entries: ReadonlySignal<readonly TimeEntry[]>
  /** Null while the week has no record. */
  readonly card: ReadonlySignal<Timecard | null>
}

/** A person's week, fetched once, then kept up to date. */
export function useWeek(user_id: Id, start: Day): PersonWeek {
  const { api, store, resumed } = useServices()
  const again = resumed.value
  const end = addDays(start, 6)
  useEffect(() => {
    void api(timeEntries).fetchAll({ user_id, from: start, to: end })
    void api(timecards).fetchAll({ user_id, from: start, to: start })
  }, [api, user_id, start, end, again])
  const all = store.of(timeEntries).all
  const cards = store.of(timecards).all
  return useMemo(
    () => ({
      entries: computed(() =>
        all.value
          .map((item) => item.value)
          .filter((entry) => entry.user_id === user_id && entry.date >= start && entry.date <= end)
          .sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1)),
      ),
      card: computed(
        () =>
          cards.value
            .map((item) => item.value)
            .find(
              (card) => card.user_id === user_id && card.week_start >= addDays(start, -6) && card.week_start <= start,
            ) ?? null,
      ),
    }),
    [all, cards, user_id, start, end],
  )
}
