import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import type { Letterhead } from '#lib/pdf/letterhead.ts'
import { createPaper } from '#lib/pdf/paper.ts'
import type { Services } from '#blocks/services/services.tsx'
import type { Entity } from '#core/entity/entity.ts'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { jpegsOf } from '../../attachments/index.ts'
import { messages } from '../../messages/entities.ts'
import type { Item } from '../entities.ts'
import { printedDay, type Printed } from './printed.ts'

interface Reply {
  readonly user_name: string
  readonly created_at: string
  readonly content: string
  readonly official_at: string | null
  /** JPEGs. */
  readonly photos: readonly Uint8Array[]
}

/** What has to be fetched for it. */
export interface Around {
  readonly letterhead: Letterhead
  /** JPEGs. */
  readonly photos: readonly Uint8Array[]
  readonly thread: readonly Reply[]
}

/** A PDF of an item and its thread, with their photos. */
export async function itemPdf(
  { display: { title, subtitle } }: Entity,
  item: Item,
  { name, facts, head, text }: Printed,
  { letterhead, photos, thread }: Around,
): Promise<Uint8Array> {
  const paper = await createPaper(title(item), letterhead)
  const { write, fact, photos: place } = paper
  paper.letterhead()
  write(name, { bold: true, quiet: true })
  write(item.title, { size: 18, bold: true, gap: 2 })
  write(subtitle(item), { quiet: true, gap: 10 })
  for (const { label, value } of facts) fact(label, value)
  paper.space(10)
  if (head) write(head, { bold: true })
  if (text) write(text, { gap: 14 })
  place(photos)
  for (const reply of thread) {
    const official = reply.official_at ? ' (official answer)' : ''
    write(`${reply.user_name}, ${printedDay(reply.created_at)}${official}`, { bold: true })
    write(reply.content, { gap: 14 })
    place(reply.photos)
  }
  return paper.finish([letterhead.company, name, subtitle(item)].join(' · '))
}

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
