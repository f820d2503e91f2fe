import { signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { ref, choice, instant, number, related, text } from '#core/entity/fields.ts'
import { fileFields } from '#core/entity/files.ts'
import { filter } from '#core/query/filters.ts'
import { between } from '#core/query/where.ts'

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
    attachable_id: ref({ typedBy: 'attachable_type' }),
    ...fileFields(),
    /** Of the job it belongs to, wherever on it: all photos of a job are found by it. */
    project_id: ref('project', { onDelete: 'keep', home: true }).readonly().optional(),
    taken_at: instant().optional(),
    lat: number({ min: -90, max: 90, decimals: 6 }).optional(),
    lng: number({ min: -180, max: 180, decimals: 6 }).optional(),
    caption: text().optional(),
    /** Of a photo: whether it shows the work before or after it was done. */
    kind: choice('before', 'after').optional(),
  },
  computed: { user_name: related('user_id', 'name') },
  filters: {
    /** When it was taken: from a moment on, and before one. */
    taken_from: filter(instant(), (at) => ({ taken_at: between(at, null) })),
    taken_before: filter(instant(), (at) => ({ taken_at: between(null, at) })),
  },
  offline: 'project',
  display: {
    noun: 'file',
    icon: 'paperclip',
    title: ({ name }) => name,
    subtitle: ({ caption }) => caption ?? '',
  },
})
export type Attachment = RecordOf<typeof attachments>

/** Where an attachment's bytes are. */
export const fileUrl = ({ id }: Pick<Attachment, 'id'>): string => `/api/attachments/${id}/file`

/** Where its small version is, at most this many pixels on its longest side: a tile's, or a screen's. */
export const previewUrl = ({ id }: Pick<Attachment, 'id'>, size: 320 | 1600): string =>
  `/api/attachments/${id}/preview?size=${size}`

/** Whether there is something to look at: a picture, or what the server has rendered one of. */
export const isViewable = ({ image, preview_state }: Pick<Attachment, 'image' | 'preview_state'>): boolean =>
  image || preview_state === 'ready'
