import { Suspense, lazy } from 'react'
import { useSearch } from 'wouter'
import { useAddress } from '#blocks/address/address.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { useDesk } from '#ui/table/use-width.ts'
import { scheduleEvents } from '../entities.ts'
import { recalled } from '../parts/narrow/use-board-place.ts'
import { firstOf, lastOf, modesFor, readPlace } from '../parts/place.ts'

const views = {
  board: lazy(() => import('../parts/board/board-view.tsx')),
  month: lazy(() => import('../parts/month/month-view.tsx')),
  gantt: lazy(() => import('../parts/gantt/gantt-view.tsx')),
  agenda: lazy(() => import('../parts/agenda/agenda-view.tsx')),
}

/** The schedule as a crew board, a month or an agenda (rule schedule-views). @useSignals */
export default function ScheduleScreen() {
  const { session, settings } = useServices()
  const desk = useDesk()
  const place = readPlace(useSearch(), useToday())
  const modes = modesFor(session.user.value, desk)
  const mode = modes.find((one) => one === place.mode) ?? modes[0] ?? 'month'
  const View = views[mode]
  // Asked while the board's scripts are on their way.
  const board = recalled(place, useAddress()).place
  const from = firstOf(board, settings.value.week_start)
  useQuery(scheduleEvents, { filters: { from, to: lastOf(board, from) }, ask: mode === 'board' })
  return (
    <Suspense fallback={<SkeletonRows />}>
      <View place={{ ...place, mode }} />
    </Suspense>
  )
}
