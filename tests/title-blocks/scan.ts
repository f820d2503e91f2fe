import { deflateSync } from 'node:zlib'
import { vectorPdf } from '#modules/drawings/sample/pdf.ts'
import type { Pdfium } from '#server/decode/pdfium.ts'
import { drawSheet } from './draw.ts'
import type { Layout } from './layouts.ts'
import type { Sheet } from './sheets.ts'

interface Picture {
  readonly width: number
  readonly height: number
  /** Eight bits a pixel. */
  readonly data: Uint8Array
}

/** How a sheet was scanned: how fine, by how many degrees it lay aslant, and how grainy it came out. */
export interface Scan {
  readonly dpi: number
  readonly degrees: number
  readonly grain: number
}

/** Numbers that look random and are the same in each run. */
function grains(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A picture as a scanner gives it: turned a little, its letters soft, with grain and specks. */
function scanned({ width, height, data }: Picture, { degrees, grain }: Scan): Picture {
  const next = grains(7)
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2]
      const [u, v] = [cos * dx + sin * dy + width / 2, -sin * dx + cos * dy + height / 2]
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const at = (a: number, b: number) =>
        a < 0 || b < 0 || a >= width || b >= height ? 255 : (data[b * width + a] ?? 255)
      const [fx, fy] = [u - left, v - top]
      const soft =
        (at(left, top) * (1 - fx) + at(left + 1, top) * fx) * (1 - fy) +
        (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy
      const speck = next() < grain / 20_000 ? -200 : 0
      out[y * width + x] = Math.max(0, Math.min(255, soft + (next() - 0.5) * 2 * grain + speck))
    }
  return { width, height, data: out }
}

/** A PDF whose only page is a picture, so large in points. */
function picturePdf(picture: Picture, size: { width: number; height: number }): Uint8Array<ArrayBuffer> {
  const pixels = deflateSync(picture.data, { level: 1 })
  const content = `q ${size.width} 0 0 ${size.height} 0 0 cm /P Do Q`
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    ),
    Buffer.from(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${pixels.byteLength} >>\nstream\n`,
      ),
      pixels,
      Buffer.from('\nendstream'),
    ]),
  ]
  const parts = [Buffer.from('%PDF-1.6\n')]
  let length = 9
  const offsets = objects.map((object, at) => {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    const offset = length
    parts.push(part)
    length += part.byteLength
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}

/** A file as PDFium reads it. */
export const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  read: (at: number, into: Uint8Array) => into.set(bytes.subarray(at, at + into.length)),
})

const WHOLE = [{ x: 0, y: 0, w: 1, h: 1 }]
const MOST_PIXELS = 100_000_000

/** A sheet as a scanner gives it: a PDF that is nothing but a picture. */
export function scanOf(pdfium: Pdfium, layout: Layout, sheet: Sheet, scan: Scan): Uint8Array<ArrayBuffer> {
  const { scan: _, ...drawn } = layout
  const written = layout.written === 'outlines' ? 'lines' : (layout.written ?? 'lines')
  const source = sourceOf(vectorPdf([drawSheet({ ...drawn, written }, sheet)]))
  const { width, height } = pdfium.readPage(source, 1, undefined, () => undefined)
  const asked = { number: 1, width, dpi: scan.dpi, boxes: WHOLE, most: MOST_PIXELS }
  const [picture] = pdfium.renderParts(source, asked)
  if (!picture) throw new Error('The sheet was not drawn.')
  return picturePdf(scanned(picture, scan), { width, height })
}
