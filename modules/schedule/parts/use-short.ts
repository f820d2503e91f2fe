import { useMemo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { Id } from '#core/access/access.ts'
import { steady, watchedAll } from '#core/store/watched.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { shortPhases, type Shortage } from '../coverage.ts'
import { scheduleEvents } from '../entities.ts'
import { useCompanyDays } from './use-company-days.ts'

/** The bars of this week that lack people, for those who plan; null while that is not known (rule coverage). */
export function useShort(ask: boolean): ReadonlySignal<readonly (Shortage & { readonly id: Id })[] | null> {
  const { store, settings } = useServices()
  const from = startOfWeek(useToday(), settings.value.week_start)
  const to = addDays(from, 6)
  const { items, state } = useQuery(scheduleEvents, { filters: { from, to }, ask })
  const company = useCompanyDays(from, to, items)
  return useMemo(() => {
    const [events, team] = [watchedAll(items), watchedAll(store.of(users).all)]
    return steady(() => {
      if (!ask || state.value === 'never') return null
      const people = new Map(team.value.map((one) => [one.id, one]))
      const bars = events.value.flatMap((one) =>
        one.kind === 'phase' && !store.of(projects).get(one.project_id ?? 0)?.archived_at ? [one] : [],
      )
      const planned = events.value.flatMap((one) => (one.kind === 'assignment' ? [one] : []))
      return shortPhases(bars, planned, people, { from, to }, company.value).map(({ bar: { id }, missing, days }) => ({
        id,
        missing,
        days,
      }))
    })
  }, [ask, items, state, store, company, from, to])
}
