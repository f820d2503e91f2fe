import { resizeImage } from '#lib/resize-image.ts'

/** The longest side of a small picture, in pixels: a gallery's tile on a sharp screen. */
const PREVIEW = 480

/** A photo as it is sent: small enough for a phone's network, upright, with when and where it was taken. */
export interface Prepared {
  files: { file: File; preview?: File }
  taken_at?: string
  lat?: number
  lng?: number
}

const asJpeg = (blob: Blob, name: string) =>
  new File([blob], `${name.replace(/\.[^.]+$/, '') || 'photo'}.jpg`, { type: 'image/jpeg' })

/**
 * Makes a photo ready to be sent (rule image-resizing). What the browser cannot read as a picture goes as it is: the
 * server says what it thinks of it.
 */
export async function prepare(file: File): Promise<Prepared> {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return { files: { file } }
  try {
    const [large, small, facts] = await Promise.all([resizeImage(file), resizeImage(file, PREVIEW), factsOf(file)])
    return { files: { file: asJpeg(large, file.name), preview: asJpeg(small, file.name) }, ...facts }
  } catch {
    return { files: { file } }
  }
}

const isMoment = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

/** When and where, as the camera wrote it; resizing loses it. A photo that does not say is a photo all the same. */
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
