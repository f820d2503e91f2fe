import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import type { Failure } from '#core/resource/result.ts'
import { watchedAll } from '#core/store/watched.ts'
import type { AnswerState } from '#core/store/query.ts'
import { addDays, type Day } from '#lib/days.ts'
import { timecards, timeEntries, type Timecard, type TimeEntry } from '../../entities.ts'

/** A person's week: its entries, sorted by day and then by creation, and its timecard. */
export interface PersonWeek {
  readonly entries: ReadonlySignal<readonly TimeEntry[]>
  /** Null while the week has no record. */
  readonly card: ReadonlySignal<Timecard | null>
  /** While it is `never`, no entries does not mean no hours. */
  readonly state: ReadonlySignal<AnswerState>
  readonly failure: ReadonlySignal<Failure | null>
  ask(): unknown
}

/** A person's week, fetched once, then kept up to date. */
export function useWeek(user_id: Id, start: Day): PersonWeek {
  const entries = useQuery(timeEntries, {
    filters: { user_id, from: start, to: addDays(start, 6) },
    order: { column: 'date' },
  })
  // A week that began on another day, before the company changed its setting, may overlap this one.
  const cards = useQuery(timecards, {
    filters: { user_id, from: addDays(start, -6), to: start },
    order: { column: 'week_start', direction: 'desc' },
  })
  return useMemo(
    () => ({
      entries: watchedAll(entries.items),
      card: computed(() => cards.items.value[0]?.value ?? null),
      state: entries.state,
      failure: entries.failure,
      ask: entries.ask,
    }),
    [entries, cards],
  )
}
