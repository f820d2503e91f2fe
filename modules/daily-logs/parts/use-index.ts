import { entryNames } from '../entry-types.ts'
import type { EntryType } from '../entities.ts'
import type { IndexItem } from './day-index.tsx'
import { hoursLabel } from '../layouts.ts'
import { useEntries, useSums, type Day } from './use-day.ts'

/** The index of a day's sections, with how much is in each. */
export function useIndex(day: Day): IndexItem[] {
  const { log } = day
  const delayed = useSums(day).delay_hours
  const entriesOf = useEntries(day)
  const count = (type: EntryType): IndexItem => ({
    id: type,
    label: entryNames[type],
    count: String(entriesOf(type).length),
  })
  const crew = log.crew_total
  return [
    { id: 'work', label: 'Work performed', count: log.work_performed ? '✓' : '' },
    ...(crew ? [{ id: 'crew', label: 'Crew', count: String(crew.people) }] : []),
    count('manpower'),
    { ...count('weather'), ...(log.weather_auto && { count: '✓' }) },
    count('equipment'),
    count('delivery'),
    count('visitor'),
    count('safety'),
    {
      id: 'delay',
      label: entryNames.delay,
      count: delayed ? hoursLabel(delayed) : '0',
      attention: delayed > 0,
    },
    { id: 'photo', label: entryNames.photo, count: String(log.pictures?.count ?? 0) },
    count('note'),
  ]
}
