import { useSignal, type Signal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { LiveQuery } from '#core/resource/queries.ts'
import { can, type Id } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import { sumsOf } from '../sums.ts'
import { dailyLogs, logEntries, type DailyLog, type EntryType, type LogEntry } from '../entities.ts'
import { contact, editsLogs, outsideTypes } from '../guards.ts'

/** What the sections of a day's page share. */
export interface Day {
  readonly log: DailyLog
  /** Whether anything may change: the log is a draft and its project active. */
  readonly isOpen: boolean
  readonly mayEdit: boolean
  mayAdd(type: EntryType): boolean
  readonly query: LiveQuery<LogEntry>
  /** The last log before this one. */
  readonly previous: DailyLog | null
  readonly next: DailyLog | null
  /** Lines that are being added. */
  readonly lines: Signal<readonly NewLine[]>
  /** Adds an empty line. */
  add(type: EntryType): Promise<void>
}

/** A line that is being typed; once it is saved, with the id of its entry. */
export interface NewLine {
  readonly key: string
  readonly type: EntryType
  readonly id?: Id
  /** It was left empty. */
  readonly gone?: true
}

/** How far back a day is looked for that lines are copied from. */
const BACK = 21

/** What the entries of a day add up to. */
export const useSums = ({ query }: Day) => useSummary(query.items, sumsOf, [])

/** The ids of a day's entries by their type. */
export function useEntries({ query }: Day): (type: EntryType) => readonly Id[] {
  const ids = useSummary(
    query.items,
    (entries) =>
      Object.fromEntries(
        [...Map.groupBy(entries, ({ type }) => type)].map(([type, own]) => [type, own.map(({ id }) => id)]),
      ),
    [],
  )
  return (type) => ids[type] ?? []
}

/** @useSignals */
export function useDay(log: DailyLog): Day {
  const { session, writes } = useServices()
  const user = session.user.value
  const query = useQuery(logEntries, { params: { daily_log_id: log.id } })
  const near = useQuery(dailyLogs, {
    params: { project_id: log.project_id },
    filters: { from: addDays(log.date, -BACK), to: addDays(log.date, BACK) },
    order: { column: 'date', direction: 'desc' },
  })
  const lines = useSignal<readonly NewLine[]>([])
  const logs = useRecords(near.items)
  const isOpen = log.completed_at === null && log.project_archived_at === null
  const mayEdit = isOpen && editsLogs(user)
  return {
    log,
    isOpen,
    mayEdit,
    mayAdd: (type) =>
      type !== 'photo' &&
      (mayEdit || (isOpen && contact(user) && can('create', 'dailyLogs')(user) && outsideTypes.includes(type))),
    query,
    previous: logs.find(({ date }) => date < log.date) ?? null,
    next: logs.findLast(({ date }) => date > log.date) ?? null,
    lines,
    async add(type) {
      // What was on its way when the app was closed is seen before it can be typed again.
      await writes.shown()
      lines.value = [...lines.value, { key: `new ${lines.value.length}`, type }]
    },
  }
}
