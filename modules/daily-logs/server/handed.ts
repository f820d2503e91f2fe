import { formatWeekday } from '#lib/days.ts'
import { within } from '#server/define-server.ts'
import { partOf } from '../../handover/slots.ts'
import { dailyLogs, logEntries, type LogEntry } from '../entities.ts'

export const handedLogs = partOf({
  key: 'daily_logs',
  label: 'Daily logs',
  order: 50,
  entity: dailyLogs,
  columns: ['user_id', 'work_performed'],
  nameOf: ({ date }) => `Daily log ${date}`,
  async print(log, { letterhead, photos, zone }, { read }) {
    const entries = await read((ctx) => ctx.shown(logEntries, { daily_log_id: log.id }))
    const { logPdf } = await import('../log-pdf.ts')
    async function* pictures() {
      for (const bytes of photos) yield { bytes, caption: '' }
    }
    async function* days() {
      // Staff read all fields of entries.
      yield { log, entries: entries as LogEntry[], pictures: pictures() }
    }
    return logPdf(`${log.project_number} daily log ${formatWeekday(log.date)}`, letterhead, days(), zone)
  },
})

export const handedEntries = partOf({
  key: 'daily_logs',
  label: 'Lines of daily logs',
  order: 51,
  entity: logEntries,
  where: (project_id) => ({ daily_log_id: within(dailyLogs, { project_id }) }),
  columns: ['daily_log_id', 'user_id'],
  pdf: false,
})
