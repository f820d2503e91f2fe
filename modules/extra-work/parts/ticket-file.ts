import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import type { Services } from '#blocks/services/services.tsx'
import { attachments } from '../../attachments/entities.ts'
import { jpegsOf } from '../../attachments/index.ts'
import { projects } from '../../projects/entities.ts'
import { numberOf } from '../../work-items/entities.ts'
import { extraWork, type ExtraWork } from '../entities.ts'
import { ticketPdf } from '../ticket-pdf.ts'

/** Fetches the photos, and downloads the PDF. @throws when a photo cannot be loaded */
export async function ticketFile(ticket: ExtraWork, services: Services): Promise<void> {
  const { api, store } = services
  const own = await api(attachments, { attachable_type: extraWork.table, attachable_id: ticket.id }).fetchAll()
  if (!own.ok) throw new Error(own.message || 'The photos could not be loaded.')
  const bytes = await ticketPdf(ticket, {
    letterhead: await letterheadOf(services),
    customer: store.of(projects).peek(ticket.project_id)?.customer_name ?? null,
    photos: await jpegsOf(own.data, api),
  })
  download(pdfBlob(bytes), `Extra work ${numberOf(ticket)}.pdf`)
}
