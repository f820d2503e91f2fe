import { fitWithin } from '../../lib/fit-within.ts'
import { readImageHeader } from '../../lib/image-header.ts'

/** Bytes that can be read from anywhere. */
export interface Source {
  readonly size: number
  read(position: number, into: Uint8Array): void
}

/** The longest side of a page in points, by the PDF specification. */
export const PDF_MAX = 14_400

/** The marker of a frame's header (SOF), whose ninth byte says how many color components there are. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function componentsOf(head: Uint8Array): number {
  for (let at = 2; at + 9 < head.byteLength;) {
    const marker = head[at + 1] ?? 0
    if (isFrame(marker)) return head[at + 9] ?? 3
    at += 2 + ((head[at + 2] ?? 0) << 8) + (head[at + 3] ?? 0)
  }
  return 3
}

/** How the picture's unit square lies on a page of w by h, by EXIF orientation. */
const matrices: Record<number, (w: number, h: number) => readonly number[]> = {
  1: (w, h) => [w, 0, 0, h, 0, 0],
  2: (w, h) => [-w, 0, 0, h, w, 0],
  3: (w, h) => [-w, 0, 0, -h, w, h],
  4: (w, h) => [w, 0, 0, -h, 0, h],
  5: (w, h) => [0, -h, -w, 0, w, h],
  6: (w, h) => [0, -h, w, 0, 0, h],
  7: (w, h) => [0, h, w, 0, 0, 0],
  8: (w, h) => [0, h, -w, 0, w, 0],
}
const spaces: Record<number, string> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]' }

/**
 * A one-page PDF around a JPEG, upright and no larger than `longest`, in which PDF readers decode it: a PDF holds JPEGs as
 * they are. The picture's own bytes are read from its file.
 * @throws for what has no header of a JPEG
 */
export function jpegPage(jpeg: Source, head: Uint8Array, longest: number): Source {
  const header = readImageHeader(head)
  if (header?.type !== 'image/jpeg') throw new Error('This picture cannot be read.')
  const { width, height, orientation } = header
  const shown = orientation >= 5 ? fitWithin(height, width, longest) : fitWithin(width, height, longest)
  const matrix = (matrices[orientation] ?? matrices[1])?.(shown.width, shown.height) ?? []
  const space = spaces[componentsOf(head)] ?? spaces[3]
  const content = `${matrix.join(' ')} cm /P Do`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${shown.width} ${shown.height}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    `<< /Length ${content.length} >> stream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >> stream\n`,
  ]
  let front = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = front.length
    front += `${at + 1} 0 obj ${object}${at === 4 ? '' : ' endobj\n'}`
    return offset
  })
  const xref = front.length + jpeg.size + '\nendstream endobj\n'.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const back = `\nendstream endobj\nxref\n0 6\n0000000000 65535 f \n${rows}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return joined(textSource(front), jpeg, textSource(back))
}

const textSource = (text: string): Source => {
  const bytes = new TextEncoder().encode(text)
  return {
    size: bytes.byteLength,
    read: (position, into) => into.set(bytes.subarray(position, position + into.byteLength)),
  }
}

/** Several sources as one. */
function joined(...sources: readonly Source[]): Source {
  return {
    size: sources.reduce((sum, { size }) => sum + size, 0),
    read(position, into) {
      let begin = 0
      for (const source of sources) {
        const end = begin + source.size
        const [from, to] = [Math.max(position, begin), Math.min(position + into.byteLength, end)]
        if (from < to) source.read(from - begin, into.subarray(from - position, to - position))
        begin = end
      }
    },
  }
}
