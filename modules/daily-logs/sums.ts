import type { LogEntry } from './entities.ts'

/** What a day's entries add up to, as the device has them: the log's own totals come from the server. */
export function sumsOf(entries: readonly LogEntry[]) {
  const sums = { companies: 0, workers: 0, worker_hours: 0, delay_hours: 0, pending: 0 }
  for (const entry of entries) {
    if (entry.status === 'pending') sums.pending++
    else if (entry.type === 'manpower') {
      sums.companies++
      sums.workers += entry.workers
      sums.worker_hours += entry.workers * entry.hours
    } else if (entry.type === 'delay') sums.delay_hours += entry.hours
    else if (entry.type === 'weather') sums.delay_hours += entry.delay_hours ?? 0
  }
  return sums
}
