import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf, type Letterhead } from '#blocks/pdf/letterhead.ts'
import { createPaper } from '#blocks/pdf/paper.ts'
import type { Services } from '#blocks/services/services.tsx'
import { stateOf } from '#core/entity/workflow.ts'
import { dayIn, formatDay } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { jpegsOf } from '../../attachments/index.ts'
import { messages } from '../../messages/entities.ts'
import { users } from '../../users/entities.ts'
import { numberOf } from '../../work-items/entities.ts'
import { rfis, type Rfi } from '../entities.ts'
import { costLabels, scheduleLabel } from './labels.ts'

interface Reply {
  user_name: string
  created_at: string
  content: string
  official_at: string | null
  /** JPEGs. */
  photos: readonly Uint8Array[]
}

/** What a PDF of an RFI shows beside the RFI itself. */
export interface Around {
  letterhead: Letterhead
  /** The names of the people on the distribution. */
  distribution: readonly string[]
  photos: readonly Uint8Array[]
  thread: readonly Reply[]
}

const dayOf = (moment: string | null) => moment && formatDay(dayIn(deviceZone, new Date(moment)))
/** "Resolved 11/20/26 by Ana Reyes". */
function statusOf(rfi: Rfi): string {
  const label = rfis.workflow.states[stateOf(rfis.workflow, rfi)]?.label
  const [at, name] = rfi.resolved_at ? [rfi.resolved_at, rfi.resolved_name] : [null, null]
  return [label, dayOf(at), name && `by ${name}`].filter(Boolean).join(' ')
}

/** Creates a PDF of an RFI and its thread, with their photos. */
export async function rfiPdf(rfi: Rfi, { letterhead, distribution, photos, thread }: Around): Promise<Uint8Array> {
  const { title, subtitle, noun } = rfis.display
  const name = `${noun} ${numberOf(rfi)}`
  const paper = await createPaper(title(rfi), letterhead)
  const { write, fact, photos: place } = paper
  paper.letterhead()
  write(name, { bold: true, quiet: true })
  write(rfi.title, { size: 18, bold: true, gap: 2 })
  write(subtitle(rfi), { quiet: true, gap: 10 })
  fact('Status', statusOf(rfi))
  fact('Asked by', rfi.user_name)
  fact('Assigned to', rfi.assigned_name)
  fact('Distribution', distribution.join(', '))
  fact('Sent', dayOf(rfi.sent_at))
  fact('Due', rfi.due_date && formatDay(rfi.due_date))
  fact('Cost impact', costLabels[rfi.cost_impact])
  fact('Schedule impact', scheduleLabel(rfi.schedule_impact_days))
  paper.space(10)
  write('Question', { bold: true })
  write(rfi.question, { gap: 14 })
  place(photos)
  for (const reply of thread) {
    const official = reply.official_at ? ' (official answer)' : ''
    write(`${reply.user_name}, ${dayOf(reply.created_at)}${official}`, { bold: true })
    write(reply.content, { gap: 14 })
    place(reply.photos)
  }
  return paper.finish([letterhead.company, name, subtitle(rfi)].join(' · '))
}

/** Fetches the thread and the photos, and downloads the PDF. */
export async function rfiFile(rfi: Rfi, services: Services): Promise<void> {
  const { api, store } = services
  const on = { attachable_type: rfis.table, attachable_id: rfi.id }
  const [thread, own] = await Promise.all([
    api(messages, { messageable_type: rfis.table, messageable_id: rfi.id }).fetchAll(),
    api(attachments, on).fetchAll(),
  ])
  if (!thread.ok) throw new Error(thread.message || 'The thread could not be loaded.')
  if (!own.ok) throw new Error(own.message || 'The photos could not be loaded.')
  const ids = thread.data.map(({ id }) => id)
  const filters = { attachable_type: messages.table, attachable_id: ids }
  const said = ids.length ? await api.across(attachments).fetchAll(filters) : { ok: true as const, data: [] }
  if (!said.ok) throw new Error(said.message || 'The photos could not be loaded.')
  const photosOf = (files: readonly Attachment[]) => jpegsOf(files, api)
  const bytes = await rfiPdf(rfi, {
    letterhead: await letterheadOf(services),
    distribution: rfi.distributions.flatMap(({ user_id }) => store.of(users).peek(user_id)?.name ?? []),
    photos: await photosOf(own.data),
    thread: await Promise.all(
      thread.data.map(async (message) => ({
        ...message,
        photos: await photosOf(said.data.filter(({ attachable_id }) => attachable_id === message.id)),
      })),
    ),
  })
  download(pdfBlob(bytes), `${rfis.display.noun} ${numberOf(rfi)}.pdf`)
}
