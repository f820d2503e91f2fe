import { Suspense, lazy } from 'react'
import { useSearch } from 'wouter'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { useDesk } from '#ui/table/use-width.ts'
import { modesFor, readPlace } from '../parts/place.ts'

const views = {
  board: lazy(() => import('../parts/board/board-view.tsx')),
  month: lazy(() => import('../parts/month/month-view.tsx')),
  gantt: lazy(() => import('../parts/gantt/gantt-view.tsx')),
  agenda: lazy(() => import('../parts/agenda/agenda-view.tsx')),
}

/** The schedule as a crew board, a month or an agenda (rule schedule-views). @useSignals */
export default function ScheduleScreen() {
  const { session } = useServices()
  const desk = useDesk()
  const place = readPlace(useSearch(), useToday())
  const modes = modesFor(session.user.value, desk)
  const mode = modes.find((one) => one === place.mode) ?? modes[0] ?? 'month'
  const View = views[mode]
  return (
    <Suspense fallback={<SkeletonRows />}>
      <View place={{ ...place, mode }} />
    </Suspense>
  )
}
