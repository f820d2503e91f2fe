import { useState, type ReactNode } from 'react'
import { toCsv } from '#blocks/csv/csv-file.ts'
import type { MoreItem } from '#blocks/work-list/toolbar/more-menu.tsx'
import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { useServices } from '#blocks/services/services.tsx'
import { formatMonth } from '#lib/days.ts'
import { toast } from '#ui/toast/toast.tsx'
import { MailDialog } from '../dialogs/mail-dialog.tsx'
import { logEntries, type DailyLog } from '../entities.ts'
import { editsLogs } from '../guards.ts'

interface SpanProps {
  project_id: number
  from: string
  to: string
}

/** Makes files of a span of days: its PDF, and its manpower as CSV. */
export function useSpanFiles({ project_id, from, to }: SpanProps) {
  const services = useServices()
  const { api } = services
  const [busy, setBusy] = useState(false)
  async function make(task: () => Promise<void>) {
    setBusy(true)
    try {
      await task()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The file could not be created.')
    }
    setBusy(false)
  }
  return {
    busy,
    pdf: () =>
      make(async () => {
        const { fetchSpan, pdfOf } = await import('./gather.ts')
        const { bytes, name } = await pdfOf(services, await fetchSpan(api, project_id, from, to))
        download(pdfBlob(bytes), name)
      }),
    csv: () =>
      make(async () => {
        const { fetchSpan } = await import('./gather.ts')
        const { logs, entries } = await fetchSpan(api, project_id, from, to)
        const dateOf = new Map(logs.map(({ id, date }) => [id, date]))
        const lines = entries
          .flatMap((entry) => (entry.type === 'manpower' ? [entry] : []))
          .toSorted((a, b) => (dateOf.get(a.daily_log_id) ?? '').localeCompare(dateOf.get(b.daily_log_id) ?? ''))
        const text = toCsv(
          logEntries,
          [
            { name: 'date', header: 'Date', write: ({ daily_log_id }) => dateOf.get(daily_log_id) },
            { name: 'company', write: (one) => (one.type === 'manpower' ? (one.company ?? one.contact_name) : '') },
            { name: 'trade' },
            { name: 'workers' },
            { name: 'hours', header: 'Hours each' },
            {
              name: 'total',
              header: 'Total hours',
              write: (one) => (one.type === 'manpower' ? one.workers * one.hours : 0),
            },
            { name: 'status' },
          ],
          lines,
        )
        download(new Blob([text], { type: 'text/csv' }), `manpower ${from} to ${to}.csv`)
      }),
  }
}

/** The files of a month and mailing them, for a menu, and the dialog that mailing opens. @useSignals */
export function useSpanTools(span: SpanProps): { items: readonly MoreItem<DailyLog>[]; dialog: ReactNode } {
  const { session } = useServices()
  const { busy, pdf, csv } = useSpanFiles(span)
  const [mailing, setMailing] = useState(false)
  const month = formatMonth(span.from)
  return {
    items: [
      { label: `PDF of ${month}`, icon: 'printer', disabled: busy, onSelect: () => void pdf() },
      { label: `Manpower of ${month} as CSV`, icon: 'download', disabled: busy, onSelect: () => void csv() },
      ...(editsLogs(session.user.value)
        ? [{ label: `Mail ${month}`, icon: 'mail', onSelect: () => setMailing(true) }]
        : []),
    ],
    dialog: mailing && <MailDialog {...span} onClose={() => setMailing(false)} />,
  }
}
