import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { overtimeSettings, rulesOf, workScheduleAgreements } from '../../../overtime/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import type { Timecard, TimeEntry, Totals } from '../../entities.ts'
import { payWeek } from '../../pay-week.ts'

/** Everyone's hours of a week by how they are paid: as stored at approval, or computed from the entries. */
export function useWeekTotals(
  entries: ReadonlySignal<readonly ReadonlySignal<TimeEntry>[]>,
  cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>,
  start: Day,
): ReadonlySignal<ReadonlyMap<Id, Totals>> {
  const { store } = useServices()
  const { items: settings } = useQuery(overtimeSettings)
  const { items: agreements } = useQuery(workScheduleAgreements)
  const named = useMemo(
    () => computed(() => [...new Set(entries.value.flatMap(({ value }) => value.project_id ?? []))].sort().join()),
    [entries],
  ).value
  useQuery(projects, { filters: { id: named.split(',').map(Number), status: 'all' }, ask: named !== '' })
  return useMemo(
    () =>
      computed(() => {
        const [setting] = settings.value
        const rules = rulesOf(setting?.value)
        const byPerson = Map.groupBy(
          entries.value.map(({ value }) => value),
          ({ user_id }) => user_id,
        )
        return new Map(
          [...byPerson].map(([user_id, own]): [Id, Totals] => [
            user_id,
            cards.value.get(user_id)?.totals ??
              payWeek(start, own, (id) => store.of(projects).get(id), {
                rules,
                zero_hour_per_diem: setting?.value.zero_hour_per_diem ?? false,
                agreements: agreements.value.map(({ value }) => value).filter((one) => one.user_id === user_id),
                trade: store.of(users).get(user_id)?.license ?? null,
              }).totals,
          ]),
        )
      }),
    [entries, cards, start, store, settings, agreements],
  )
}
