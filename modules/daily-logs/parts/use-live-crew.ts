import { useEffect } from 'react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { timeEntries, type TimeEntry } from '../../time/entities.ts'
import { dailyLogs, type DailyLog } from '../entities.ts'
import { seesHours } from '../guards.ts'

/** Milliseconds to wait after a change, since a crew's hours are saved together. */
const PAUSE = 300

/** Asks for the log again when time of its day is entered or changed: its crew is read from time. @useSignals */
export function useLiveCrew({ id, project_id, date }: DailyLog): void {
  const { session, store } = useServices()
  const resource = useResource(dailyLogs)
  const mayHear = seesHours(session.user.value)
  useEffect(() => {
    if (!mayHear || id < 0) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const isOfDay = (entry: TimeEntry | undefined) => entry?.project_id === project_id && entry.date === date
    const look = (entries: readonly (TimeEntry | undefined)[]) => {
      if (!entries.some(isOfDay)) return
      clearTimeout(timer)
      timer = setTimeout(() => void resource.fetch(id), PAUSE)
    }
    const time = store.of(timeEntries)
    const stops = [
      time.on('saved', ({ change }) => look([change.record, change.before])),
      time.on('saved-many', ({ changes }) => look(changes.flatMap(({ record, before }) => [record, before]))),
      time.on('deleted', ({ before }) => look([before])),
      time.on('deleted-many', ({ before }) => look([...before.values()])),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [store, resource, mayHear, id, project_id, date])
}
