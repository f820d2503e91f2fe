import { nobody, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { anyRef, flag, instant, number, ref, related, text } from '#core/entity/fields.ts'

/**
 * A file on a record whose entity accepts attachments (rule attachment). It is uploaded as a multipart form with `file`,
 * a small JPEG `preview` if it is a picture, and the writable fields below. Everyone who sees the record sees its files.
 */
export const attachments = defineEntity('attachment', {
  endpoint: 'api/{attachable_type}/{attachable_id}/attachments',
  root: 'api/attachments',
  area: 'projects',
  // Visibility follows the parent record, whose `mayAttach` decides who may add and change files.
  access: { view: signedIn, create: signedIn, edit: signedIn, delete: signedIn },
  sort: 'created_at',
  fields: {
    attachable_type: text(),
    attachable_id: anyRef('attachable_type'),
    name: text().readonly(),
    mime: text().readonly(),
    /** In bytes. */
    size: number({ decimals: 0, min: 0 }).readonly(),
    path: text().readonly().readableBy(nobody),
    preview_path: text().optional().readonly().readableBy(nobody),
    /** A picture that browsers can show. */
    image: flag().default(false).readonly(),
    taken_at: instant().optional(),
    lat: number({ min: -90, max: 90, decimals: 6 }).optional(),
    lng: number({ min: -180, max: 180, decimals: 6 }).optional(),
    caption: text().optional(),
    user_id: ref('user', { onDelete: 'keep' }).readonly(),
  },
  computed: { user_name: related('user_id', 'name') },
  display: {
    noun: 'file',
    icon: 'paperclip',
    title: ({ name }) => name,
    subtitle: ({ caption }) => caption ?? '',
  },
})
export type Attachment = RecordOf<typeof attachments>

/** The URL of an attachment's file, or of a picture's small preview. */
export const fileUrl = ({ id }: Pick<Attachment, 'id'>, part: 'file' | 'preview' = 'file'): string =>
  `/api/attachments/${id}/${part}`
