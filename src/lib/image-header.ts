/** How much of a file is read for its header (rule image-header). */
export const HEADER_BYTES = 131_072

export interface ImageHeader {
  type: 'image/jpeg' | 'image/png'
  /** Size in pixels as stored, before rotation. */
  width: number
  height: number
  /** EXIF orientation, 1 to 8: how to rotate the picture upright. */
  orientation: number
}

/** Reads type, size and orientation from a file's first bytes; null for anything but JPEG and PNG. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEADER_BYTES))
  if (view.byteLength < 24) return null
  if (view.getUint32(0) === 0x89504e47)
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20), orientation: 1 }
  return view.getUint16(0) === 0xffd8 ? readJpeg(view) : null
}

/** Walks a JPEG's segments: APP1 may hold the orientation, SOFn holds the size. */
function readJpeg(view: DataView): ImageHeader | null {
  let orientation = 1
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    if (length < 2) return null
    if (marker === 0xe1) orientation = readOrientation(view, at + 4, length - 2) ?? orientation
    const isSize = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isSize)
      return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation }
    at += 2 + length
  }
  return null
}

const ORIENTATION_TAG = 0x0112

/** The orientation in an EXIF segment, or null if it has none or is truncated. */
function readOrientation(view: DataView, start: number, length: number): number | null {
  const end = Math.min(start + length, view.byteLength)
  if (start + 14 > end || view.getUint32(start) !== 0x45786966) return null
  const tiff = start + 6
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > end) return null
  const entries = view.getUint16(directory, little)
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > end) return null
    if (view.getUint16(entry, little) !== ORIENTATION_TAG) continue
    const value = view.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
