import { useToday } from '#blocks/today/today.ts'
import { Suspense, lazy } from 'react'
import { useSearch } from 'wouter'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { useMissing } from '../parts/needs/use-missing.ts'
import { readPlace, type ViewProps } from '../parts/time-place.ts'

const views = {
  day: lazy(() => import('../parts/sheet/day-view.tsx')),
  week: lazy(() => import('../parts/week/week-view.tsx')),
  entries: lazy(() => import('../parts/entries-view.tsx')),
}

/** All visible time, as a day sheet, a week by person or a list of entries (rule time-views). */
export default function TimeScreen() {
  const today = useToday()
  const search = useSearch()
  const place = readPlace(search, today)
  const View = views[place.view]
  return (
    <Suspense fallback={<SkeletonRows />}>
      {place.view === 'day' && !new URLSearchParams(search).has('day') ? (
        <LastDay place={place} />
      ) : (
        <View place={place} />
      )}
    </Suspense>
  )
}

/** The day whose hours are being completed: without an answer, the last one that is not on a weekend. */
const LastDay = ({ place }: ViewProps) => {
  const { day, data, failure } = useMissing()
  if (!data && !failure) return <SkeletonRows />
  return <views.day place={{ ...place, day }} />
}
