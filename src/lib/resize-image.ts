import { fitWithin } from './fit-within.ts'
import { HEADER_BYTES, readImageHeader } from './image-header.ts'

/** The longest side of a stored photo in pixels, and its JPEG quality. */
const LONGEST = 2048
const QUALITY = 0.85

/**
 * Scales a photo down and rotates it upright, as JPEG (rule image-resizing). The browser decodes it at its final size,
 * so that a 40-megapixel photo does not need the memory for 40 megapixels.
 * @throws when the browser cannot read it as a picture.
 */
export async function resizeImage(file: Blob, longest = LONGEST): Promise<Blob> {
  const header = readImageHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()))
  const sideways = header !== null && header.orientation >= 5
  const upright = header && (sideways ? { width: header.height, height: header.width } : header)
  const size = upright && fitWithin(upright.width, upright.height, longest)
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    ...(size && { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' as const }),
  })
  const { width, height } = fitWithin(bitmap.width, bitmap.height, longest)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures.')
  // JPEG has no transparency, so transparent areas become white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
