import { useMemo } from 'react'
import { computed } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { scheduleEvents } from '../../entities.ts'
import type { Window } from './gantt-rows.ts'

/**
 * The phases that have not ended before a window, of all projects or of one, and the days off that they are planned
 * around. Later ones are part of it, since they may wait for what is shown.
 */
export function useGantt({ from }: Window, project_id: number | null) {
  const shared = project_id === null ? { from } : { project_id }
  const bars = useQuery(scheduleEvents, { filters: { kind: 'phase', ...shared } })
  const off = useQuery(scheduleEvents, { filters: { kind: 'calendar', type: ['time_off', 'holiday'], from } })
  const items = useMemo(() => computed(() => [...bars.items.value, ...off.items.value]), [bars, off])
  return { bars, items }
}
