import { useState } from 'react'
import { useToday } from '#blocks/today/today.ts'
import type { Id } from '#core/access/access.ts'
import { addDays, dayIn } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import type { Markup } from '../../entities.ts'
import type { MarkType } from '../../geometry.ts'

/** Which marks are listed and shown on the sheet; null where it does not matter. */
export interface MarkFilter {
  readonly author: Id | null
  readonly type: MarkType | null
  /** Made within so many days, of which today is one. */
  readonly days: number | null
}

const everything: MarkFilter = { author: null, type: null, days: null }

/** Which marks are shown, of those that the sheet has. @useSignals */
export function useMarkFilter(marks: readonly Markup[]) {
  const [filter, setFilter] = useState(everything)
  const today = useToday()
  const since = filter.days === null ? null : addDays(today, 1 - filter.days)
  const shown = marks.filter(
    ({ user_id, type, created_at }) =>
      (filter.author === null || user_id === filter.author) &&
      (filter.type === null || type === filter.type) &&
      (since === null || dayIn(deviceZone, new Date(created_at)) >= since),
  )
  return { filter, setFilter, shown, isNarrowed: Object.values(filter).some((value) => value !== null) }
}
