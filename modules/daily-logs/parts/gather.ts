import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import type { PaperPicture } from '#lib/pdf/paper.ts'
import type { Services } from '#blocks/services/services.tsx'
import type { Api } from '#core/resource/resource.ts'
import type { Result } from '#core/resource/result.ts'
import { formatWeekday } from '#lib/days.ts'
import { resizeImage } from '#lib/resize-image.ts'
import { attachments, previewUrl, type Attachment } from '../../attachments/entities.ts'
import { dailyLogs, logEntries, type DailyLog, type LogEntry } from '../entities.ts'
import { logPdf, type PrintedDay } from '../log-pdf.ts'

/** The longest side of a printed picture, in pixels: 200 to the inch. */
const PRINTED = 820

/** How many pictures are fetched at once. */
const AHEAD = 4

/** What a span of days is printed from. */
export interface Span {
  readonly logs: readonly DailyLog[]
  readonly entries: readonly LogEntry[]
  readonly photos: readonly Attachment[]
}

/** @throws with the server's message */
function dataOf<T>(result: Result<T>): T {
  if (result.ok) return result.data
  throw new Error(result.message || 'The logs could not be loaded.')
}

/** Fetches the logs of a project from one day to another, oldest first, with their lines and photos: three requests. */
export async function fetchSpan(api: Api, project_id: number, from: string, to: string): Promise<Span> {
  const found = dataOf(await api(dailyLogs, { project_id }).fetchAll({ from, to }))
  const logs = found.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const ids = logs.map(({ id }) => id)
  if (!ids.length) return { logs, entries: [], photos: [] }
  const [entries, photos] = await Promise.all([
    api.across(logEntries).fetchAll({ daily_log_id: ids }),
    api.across(attachments).fetchAll({ attachable_type: dailyLogs.table, attachable_id: ids }),
  ])
  return { logs, entries: dataOf(entries), photos: dataOf(photos).filter(({ image }) => image) }
}

/** Begins to fetch a picture. A failure is thrown when the picture is awaited, so it is not an unhandled rejection. */
function begin(api: Api, photo: Attachment): Promise<PaperPicture> {
  const coming = pictureOf(api, photo)
  coming.catch(() => {})
  return coming
}

async function pictureOf(api: Api, photo: Attachment): Promise<PaperPicture> {
  const response = await fetch(api.urlOf(previewUrl(photo, 1600)), { credentials: 'include' })
  if (!response.ok) throw new Error(`${photo.name} could not be loaded.`)
  const small = await resizeImage(new File([await response.blob()], photo.name), PRINTED)
  return { bytes: new Uint8Array(await small.arrayBuffer()), caption: photo.caption ?? photo.name }
}

/** The PDF of a span; pictures are fetched a few at a time, and held as small ones. */
export async function pdfOf(services: Services, span: Span): Promise<{ bytes: Uint8Array; name: string }> {
  const { api } = services
  const [first] = span.logs
  const last = span.logs.at(-1)
  if (!first || !last) throw new Error('There are no daily logs in this time.')
  async function* pictures(log: DailyLog) {
    const own = span.photos.filter(({ attachable_id }) => attachable_id === log.id)
    const coming: Promise<PaperPicture>[] = []
    for (let at = 0; at < own.length; at++) {
      coming.push(...own.slice(at + coming.length, at + AHEAD).map((photo) => begin(api, photo)))
      const next = coming.shift()
      if (next) yield await next
    }
  }
  async function* days(): AsyncIterable<PrintedDay> {
    for (const log of span.logs)
      yield {
        log,
        entries: span.entries.filter(({ daily_log_id }) => daily_log_id === log.id),
        pictures: pictures(log),
      }
  }
  const when = first === last ? formatWeekday(first.date) : `${first.date} to ${last.date}`
  const title = `${first.project_number} daily log ${when}`
  return { bytes: await logPdf(title, await letterheadOf(services), days()), name: `${title}.pdf` }
}
