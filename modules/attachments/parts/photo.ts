import type { Entity } from '#core/entity/entity.ts'
import type { UploadDraft } from '#core/resource/resource.ts'
import { resizeImage } from '#lib/resize-image.ts'

/** The longest side of a preview, in pixels: enough for a gallery tile on a high-density screen. */
const PREVIEW = 480

/** A photo prepared for upload: resized, upright, with the time and place it was taken. */
export interface Prepared {
  files: { file: File; preview?: File }
  taken_at?: string
  lat?: number
  lng?: number
}

const asJpeg = (blob: Blob, name: string) =>
  new File([blob], `${name.replace(/\.[^.]+$/, '') || 'photo'}.jpg`, { type: 'image/jpeg' })

/**
 * Makes a photo ready to be sent (rule image-resizing), with a small picture of it where the server makes none. What the browser cannot read as a picture goes as it is: the
 * server says what it thinks of it.
 */
export async function prepare(file: File, { preview = true } = {}): Promise<Prepared> {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return { files: { file } }
  try {
    const small = preview ? resizeImage(file, PREVIEW).then((blob) => asJpeg(blob, file.name)) : undefined
    const [large, facts, made] = await Promise.all([resizeImage(file), factsOf(file), small])
    return { files: { file: asJpeg(large, file.name), ...(made && { preview: made }) }, ...facts }
  } catch {
    return { files: { file } }
  }
}

const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/** Why a gallery could not show it: a phone’s HEIC, of which only some browsers can make a JPEG. */
export const unreadIn = ({ files: { file } }: Pick<UploadDraft<Entity>, 'files'>): string | null =>
  shown.has(file?.type ?? '') ? null : 'This browser cannot read this kind of picture. Save it as JPEG, and add that.'

const prepared = new WeakMap<File, Promise<Prepared>>()
/** One picture is made small at a time: each takes tens of megabytes meanwhile. */
let last: Promise<unknown> = Promise.resolve()

/** Prepares a file when it is chosen, so that whatever needs it later has it; what is ready stays as it is. */
export function prepareOnce(file: File, options?: { preview?: boolean }): Promise<Prepared> {
  const known = prepared.get(file)
  if (known) return known
  const preparing = last.then(() => prepare(file, options))
  last = preparing
  prepared.set(file, preparing)
  void preparing.then(({ files }) => prepared.set(files.file, preparing))
  return preparing
}

const isMoment = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

/** Reads the time and place from the photo's EXIF data, which resizing would lose. Both are optional. */
async function factsOf(file: File): Promise<Pick<Prepared, 'taken_at' | 'lat' | 'lng'>> {
  const found: Record<string, unknown> | undefined = await import('exifr')
    .then(({ parse }) => parse(file, { pick: ['DateTimeOriginal'], gps: true }))
    .catch(() => undefined)
  const { DateTimeOriginal: taken, latitude: lat, longitude: lng } = found ?? {}
  return {
    ...(isMoment(taken) && { taken_at: taken.toISOString() }),
    ...(typeof lat === 'number' && typeof lng === 'number' && { lat, lng }),
  }
}
