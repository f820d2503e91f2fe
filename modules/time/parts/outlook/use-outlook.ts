import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { overtimeSettings, rulesOf, workScheduleAgreements } from '../../../overtime/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import { timeEntries, type TimeEntry } from '../../entities.ts'
import { outlookOn, usualHours, type Outlook } from './outlook.ts'
import type { Sheet } from '../sheet/sheet.ts'

/** How far back a person's last day at work is looked for, in days. */
const DAYS_BACK = 14

export interface SheetOutlook {
  /** By the line's key. */
  readonly lines: ReadonlyMap<number, Outlook>
  /** What the first press of plus enters, by person. */
  readonly usual: ReadonlyMap<Id, number>
}

/** The outlook on all lines of a sheet, from the recent time of their people; it follows every key. @useSignals */
export function useOutlook(sheet: Sheet): ReadonlySignal<SheetOutlook> {
  const { settings, store } = useServices()
  const { date } = sheet.head.value
  const people = [...new Set(sheet.rows.value.map(({ user_id }) => user_id))].toSorted((a, b) => a - b)
  const start = startOfWeek(date, settings.value.week_start)
  const { items } = useQuery(timeEntries, {
    filters: { user_id: people, from: addDays(date, -DAYS_BACK), to: addDays(start, 6) },
    ask: people.length > 0,
  })
  const jobs = new Set(sheet.rows.value.flatMap(({ project_id }) => project_id ?? []))
  if (sheet.head.value.project_id !== null) jobs.add(sheet.head.value.project_id)
  useQuery(projects, { filters: { id: [...jobs].toSorted((a, b) => a - b), status: 'all' }, ask: jobs.size > 0 })
  const { items: overtime } = useQuery(overtimeSettings)
  const { items: agreements } = useQuery(workScheduleAgreements)
  return useMemo(() => {
    const byPerson = computed(() => Map.groupBy(entriesIn(items.value), ({ user_id }) => user_id))
    return computed(() => {
      const [head, rows] = [sheet.head.value, sheet.rows.value]
      const [setting] = overtime.value
      const lines = new Map<number, Outlook>()
      const usual = new Map<Id, number>()
      for (const [user_id, own] of Map.groupBy(rows, (row) => row.user_id)) {
        const person = store.of(users).get(user_id)
        const recent = byPerson.value.get(user_id) ?? []
        const week = recent.filter((entry) => entry.date >= start)
        const found = outlookOn(head, own, start, {
          name: person?.name ?? 'someone',
          entries: week,
          jobOf: (id) => store.of(projects).get(id),
          terms: {
            rules: rulesOf(setting?.value),
            zero_hour_per_diem: setting?.value.zero_hour_per_diem ?? false,
            agreements: agreements.value.map((item) => item.value).filter((one) => one.user_id === user_id),
            trade: person?.license ?? null,
          },
        })
        for (const [key, outlook] of found) lines.set(key, outlook)
        const hours = usualHours(recent, head.date)
        if (hours !== undefined) usual.set(user_id, hours)
      }
      return { lines, usual }
    })
  }, [items, overtime, agreements, sheet, start, store])
}

const entriesIn = (items: readonly { value: TimeEntry }[]) => items.map((item) => item.value)
