import { entryNames } from '../entry-types.ts'
import type { EntryType } from '../entities.ts'
import { sumsOf } from '../sums.ts'
import type { IndexItem } from './day-index.tsx'
import { hoursLabel } from './layouts.ts'
import type { Day } from './use-day.ts'

const count = (day: Day, type: EntryType): IndexItem => ({
  id: type,
  label: entryNames[type],
  count: String(day.entriesOf(type).length),
})

/** The index of a day's sections, with how much is in each. */
export function indexOf(day: Day): IndexItem[] {
  const { log } = day
  const delayed = sumsOf(day.entries).delay_hours
  const crew = log.crew_total
  return [
    { id: 'work', label: 'Work performed', count: log.work_performed ? '✓' : '' },
    ...(crew ? [{ id: 'crew', label: 'Crew', count: String(crew.people) }] : []),
    count(day, 'manpower'),
    { ...count(day, 'weather'), ...(log.weather_auto && { count: '✓' }) },
    count(day, 'equipment'),
    count(day, 'delivery'),
    count(day, 'visitor'),
    count(day, 'safety'),
    {
      id: 'delay',
      label: entryNames.delay,
      count: delayed ? hoursLabel(delayed) : '0',
      attention: delayed > 0,
    },
    { id: 'photo', label: entryNames.photo, count: String(log.pictures?.count ?? 0) },
    count(day, 'note'),
  ]
}
