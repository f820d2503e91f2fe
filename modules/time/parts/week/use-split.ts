import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import type { EntrySplit } from '#lib/overtime/split-week.ts'
import type { Warning } from '#lib/overtime/warnings.ts'
import { overtimeSettings, rulesOf, workScheduleAgreements } from '../../../overtime/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import type { Timecard, TimeEntry, Totals } from '../../entities.ts'
import { payWeek } from '../../pay-week.ts'

/** A week's hours by pay type: totals, and for each entry its hours and the reason. */
export interface Split {
  readonly totals: Totals
  readonly byId: ReadonlyMap<Id, EntrySplit>
  readonly warnings: readonly Warning[]
}

/** The pay split of a week: computed from its entries, or the stored one if the week is approved. */
export function useSplit(
  entries: ReadonlySignal<readonly TimeEntry[]>,
  card: ReadonlySignal<Timecard | null>,
  start: Day,
): ReadonlySignal<Split> {
  const { store } = useServices()
  const { items: settings } = useQuery(overtimeSettings)
  const { items: agreements } = useQuery(workScheduleAgreements)
  const projectIds = useMemo(
    () => computed(() => [...new Set(entries.value.flatMap(({ project_id }) => project_id ?? []))].sort().join()),
    [entries],
  )
  const ids = projectIds.value
  useQuery(projects, { filters: { id: ids.split(',').map(Number), status: 'all' }, ask: ids !== '' })
  return useMemo(
    () =>
      computed(() => {
        const agreed = card.value
        const own = entries.value
        const person = own[0] && store.of(users).get(own[0].user_id)
        const [setting] = settings.value
        const paid = payWeek(start, own, (id) => store.of(projects).get(id), {
          rules: rulesOf(setting?.value),
          zero_hour_per_diem: setting?.value.zero_hour_per_diem ?? false,
          agreements: agreements.value.map((item) => item.value).filter(({ user_id }) => user_id === own[0]?.user_id),
          trade: person?.license ?? null,
        })
        const lines = agreed?.split ?? paid.entries
        return {
          totals: agreed?.totals ?? paid.totals,
          byId: new Map(lines.map((line) => [line.id, line])),
          warnings: paid.warnings,
        }
      }),
    [entries, card, start, store, settings, agreements],
  )
}
