import { useToday } from '#blocks/today/today.ts'
import { Suspense, lazy } from 'react'
import { useSearch } from 'wouter'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { readPlace } from '../parts/time-place.ts'

const views = {
  day: lazy(() => import('../parts/sheet/day-view.tsx')),
  week: lazy(() => import('../parts/week/week-view.tsx')),
  entries: lazy(() => import('../parts/entries-view.tsx')),
}

/** All visible time, as a day sheet, a week by person or a list of entries (rule time-views). */
export default function TimeScreen() {
  const today = useToday()
  const place = readPlace(useSearch(), today)
  const View = views[place.view]
  return (
    <Suspense fallback={<SkeletonRows />}>
      <View place={place} />
    </Suspense>
  )
}
