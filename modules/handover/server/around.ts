import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Around, Reply } from '#lib/pdf/record-pdf.ts'
import { formatMoment } from '#lib/moments.ts'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { messages, type Message } from '../../messages/entities.ts'
import type { LinkedFile, Making } from './contents.ts'

/** How large a photo may be that a PDF takes as it came, in bytes, and how many photos one has: the others lie beside it. */
const [MOST_PHOTO, MOST_PHOTOS] = [1_500_000, 8]

/** A file on a record or on a message, with where the store has it. */
export type Attached = Attachment & { readonly path: string; readonly preview_path: string | null }

export interface Beside {
  readonly files: readonly Attached[]
  readonly thread: readonly { readonly message: Message; readonly files: readonly Attached[] }[]
}

async function filesOn(making: Making, table: string, ids: readonly Id[]): Promise<Attached[]> {
  if (!ids.length) return []
  return making.look(async (ctx, reader) => {
    const seen = await reader.ids(attachments, { attachable_type: table, attachable_id: ids })
    const told = await reader.tell(attachments, seen, { zone: making.zone, history: false })
    // Nobody reads where the store has a file; who sees the record may have the file.
    const places = new Map(
      (await ctx.pick(attachments, ['id', 'path', 'preview_path'], { id: seen })).map((one) => [one.id, one]),
    )
    return told.flatMap(({ record }) => {
      const place = places.get(record.id)
      const isLeftOut = record.image && !making.isChosen('photos')
      return place && !isLeftOut ? [{ ...record, ...place }] : []
    })
  })
}

/** The messages and files of some records, as whoever asked sees them. */
export async function besideOf(making: Making, entity: Entity, ids: readonly Id[]): Promise<(id: Id) => Beside> {
  const files = entity.attachable.includes('attachment') ? await filesOn(making, entity.table, ids) : []
  const isRead = making.isChosen('messages') && entity.attachable.includes('message')
  const thread = isRead
    ? await making.look(async (_, reader) => {
        const seen = await reader.ids(messages, { messageable_type: entity.table, messageable_id: ids })
        return reader.tell(messages, seen, { zone: making.zone, history: false })
      })
    : []
  const said = await filesOn(
    making,
    messages.table,
    thread.map(({ record }) => record.id),
  )
  const byRecord = Map.groupBy(files, ({ attachable_id }) => attachable_id)
  const byMessage = Map.groupBy(said, ({ attachable_id }) => attachable_id)
  const byThread = Map.groupBy(thread, ({ record }) => record.messageable_id)
  return (id) => ({
    files: byRecord.get(id) ?? [],
    thread: (byThread.get(id) ?? []).map(({ record }) => ({ message: record, files: byMessage.get(record.id) ?? [] })),
  })
}

/** Puts a file into the package, unless it is there already. Photos lie together, and are left out where they were not chosen. */
export async function placeFile(
  making: Making,
  file: Attached,
  { folders, name }: { folders: readonly string[]; name: string },
): Promise<LinkedFile> {
  const key = `attachment ${file.id}`
  const known = making.placed.get(key)
  if (known) return known
  const path = await making.put({
    name: file.image ? [name, file.name].filter(Boolean).join(' ') : file.name,
    folders: file.image ? ['Photos', ...folders.slice(0, 1)] : [...folders, `${name} files`],
    modified: file.created_at,
    content: { path: file.path },
  })
  const { caption, taken_at, lat, lng } = file
  const linked: LinkedFile = {
    name: file.name,
    path,
    ...(caption && { caption }),
    ...(taken_at && { taken: formatMoment(taken_at, making.zone) }),
    ...(typeof lat === 'number' && typeof lng === 'number' && { place: `${lat}, ${lng}` }),
  }
  making.placed.set(key, linked)
  return linked
}

/** The photos among files that a PDF can have here, where nothing decodes pictures: JPEGs. */
async function jpegsOf({ tools }: Making, files: readonly Attached[], most: number): Promise<Uint8Array[]> {
  const found: Uint8Array[] = []
  for (const { image, mime, path, preview_path } of files) {
    if (!image || found.length === most) continue
    const own = mime === 'image/jpeg' ? await tools.bytesOf(path, MOST_PHOTO) : null
    const bytes = own ?? (preview_path === null ? null : await tools.bytesOf(preview_path, MOST_PHOTO))
    if (bytes) found.push(bytes)
  }
  return found
}

/** What stands around a record in its PDF. */
export async function printedAround(making: Making, { files, thread }: Beside): Promise<Around> {
  const photos = await jpegsOf(making, files, MOST_PHOTOS)
  let left = MOST_PHOTOS - photos.length
  const replies: Reply[] = []
  for (const { message, files: own } of thread) {
    const pictures = await jpegsOf(making, own, left)
    left -= pictures.length
    const { user_name, created_at, content, official_at } = message
    replies.push({ user_name, created_at, content, official_at, photos: pictures })
  }
  return { letterhead: making.letterhead, photos, thread: replies, zone: making.zone }
}
