import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import { recordPdf, type Around, type Printed } from '#lib/pdf/record-pdf.ts'
import type { Services } from '#blocks/services/services.tsx'
import type { Entity } from '#core/entity/entity.ts'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { jpegsOf } from '../../attachments/index.ts'
import { messages } from '../../messages/entities.ts'
import type { Item } from '../entities.ts'

/** A PDF of an item and its thread, with their photos. */
export const itemPdf = (
  { display: { title, subtitle } }: Entity,
  item: Item,
  printed: Printed,
  around: Around,
): Promise<Uint8Array> =>
  recordPdf({ title: title(item), heading: item.title, subtitle: subtitle(item) }, printed, around)

/** Fetches the thread and the photos, and downloads the PDF. @throws saying what could not be loaded */
export async function itemFile(entity: Entity, item: Item, printed: Printed, services: Services): Promise<void> {
  const { api } = services
  const [thread, own] = await Promise.all([
    api(messages, { messageable_type: entity.table, messageable_id: item.id }).fetchAll(),
    api(attachments, { attachable_type: entity.table, attachable_id: item.id }).fetchAll(),
  ])
  if (!thread.ok) throw new Error(thread.message || 'The thread could not be loaded.')
  if (!own.ok) throw new Error(own.message || 'The photos could not be loaded.')
  const ids = thread.data.map(({ id }) => id)
  const filters = { attachable_type: messages.table, attachable_id: ids }
  const said = ids.length ? await api.across(attachments).fetchAll(filters) : { ok: true as const, data: [] }
  if (!said.ok) throw new Error(said.message || 'The photos could not be loaded.')
  const photosOf = (files: readonly Attachment[]) => jpegsOf(files, api)
  const bytes = await itemPdf(entity, item, printed, {
    letterhead: await letterheadOf(services),
    photos: await photosOf(own.data),
    thread: await Promise.all(
      thread.data.map(async (message) => ({
        ...message,
        photos: await photosOf(said.data.filter(({ attachable_id }) => attachable_id === message.id)),
      })),
    ),
  })
  download(pdfBlob(bytes), `${printed.name}.pdf`)
}
