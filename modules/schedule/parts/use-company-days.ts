import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useMay } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import type { Day } from '#lib/days.ts'
import { overtimeSettings, rulesOf } from '../../overtime/entities.ts'
import { companyDays, isOff, type Off } from '../company-days.ts'
import type { WorkDays } from '../days-of.ts'
import { scheduleSettings, type CalendarEvent, type ScheduleEvent } from '../entities.ts'

export const isCalendar = (event: ScheduleEvent): event is CalendarEvent => event.kind === 'calendar'

/** The company's work days between two days, from what is on the device. */
export function useCompanyDays(
  from: Day,
  to: Day,
  events: ReadonlySignal<readonly ReadonlySignal<ScheduleEvent>[]>,
): ReadonlySignal<WorkDays> {
  const { store } = useServices()
  const may = useMay()
  // Who may not read the overtime rules counts the days of the work week alone.
  useQuery(overtimeSettings, { ask: may(overtimeSettings, 'view') })
  return useMemo(() => {
    // As text, so that what follows is computed again only when a day off changes, and not with every event.
    const off = computed(() =>
      JSON.stringify(events.value.flatMap(({ value }) => (isCalendar(value) && isOff(value) ? [offOf(value)] : []))),
    )
    return computed(() => {
      const [settings] = store.of(scheduleSettings).all.value
      const [overtime] = store.of(overtimeSettings).all.value
      const days: Off[] = JSON.parse(off.value)
      return companyDays(
        { from, to },
        settings?.value.work_days ?? [1, 2, 3, 4, 5],
        rulesOf(overtime?.value).other,
        days,
      )
    })
  }, [store, from, to, events])
}

const offOf = (event: CalendarEvent): Off => {
  const { type, title, everyone, start_date, end_date, all_day, starts_at, ends_at, hours_off } = event
  return { type, title, everyone, start_date, end_date, all_day, starts_at, ends_at, hours_off }
}
