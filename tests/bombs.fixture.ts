import { crc32, deflateSync } from 'node:zlib'
import { GifWriter } from 'omggif'
import { zipped } from './docx.fixture.ts'
import { lockedSet } from './drawings.fixture.ts'

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = (...parts: (string | Uint8Array)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

/** What compresses to a thousandth. */
const nothing = (megabytes: number, filled: string | number = ' ') => Buffer.alloc(megabytes * 1_000_000, filled)

const stream = (entries: string, content: string | Uint8Array) => {
  const bytes = Buffer.from(content as string, 'latin1')
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.byteLength} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** A PDF of one page with this box, whose contents are object 4. */
function pdf(contents: string | Uint8Array, { box = '0 0 200 100', more = [] as (string | Uint8Array)[] } = {}): Bytes {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${box && `/MediaBox [${box}]`} /Contents 4 0 R /Resources << /Font << /T << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /F 5 0 R >> >> >>`,
    contents,
    ...more,
  ]
  return objectsOf(objects)
}

/** A PDF of these objects, the first of which is its catalog. */
function objectsOf(objects: readonly (string | Uint8Array)[]): Bytes {
  const parts = objects.flatMap((object, at) => [`${at + 1} 0 obj\n`, object, '\nendobj\n'])
  return bytesOf('%PDF-1.6\n', ...parts, `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n`)
}

const flate = (content: Uint8Array) => stream('/Filter /FlateDecode', deflateSync(content))

/** Forms that draw the next one ten times, ten levels deep. */
function nestedForms(): Bytes {
  const box = '/Type /XObject /Subtype /Form /BBox [0 0 200 100]'
  const levels = Array.from({ length: 10 }, (_, at) =>
    stream(`${box} /Resources << /XObject << /F ${at + 6} 0 R >> >>`, '/F Do '.repeat(10)),
  )
  return pdf(stream('', '/F Do'), { more: [...levels, stream(box, '0 0 200 100 re f')] })
}

/** Tables of objects that name each other as the one before, for ever. */
function endlessXref(): Bytes {
  const head = '%PDF-1.6\n'
  const table = (prev: number) => `xref\n0 1\n0000000000 65535 f \ntrailer << /Size 5 /Root 1 0 R /Prev ${prev} >>\n`
  const first = table(1_000_000)
  const [a, b] = [head.length, head.length + first.length]
  return bytesOf(head, table(b).padEnd(first.length), table(a).padEnd(first.length), `startxref\n${a}\n%%EOF\n`)
}

const chunk = (type: string, data: Uint8Array) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG that says it has this size, with this much in it. */
function png(width: number, height: number, data: Uint8Array, before = Buffer.alloc(0)): Bytes {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // Eight bits of red, green, blue and alpha.
  header.set([8, 6], 8)
  const parts = [chunk('IHDR', header), before, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return bytesOf(SIGNATURE, ...parts)
}

/** A GIF of this size in a few bytes: its first frame is cut off after a pixel. */
function gif(width: number, height: number): Bytes {
  const bytes = Buffer.alloc(4096)
  const writer = new GifWriter(bytes, 1, 1, { palette: [0, 0xffffff] })
  writer.addFrame(0, 0, 1, 1, [0])
  const end = writer.end()
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  // The descriptor of the frame, after header, screen and palette.
  const frame = bytes.indexOf(0x2c, 13 + 6)
  bytes.writeUInt16LE(width, frame + 5)
  bytes.writeUInt16LE(height, frame + 7)
  return bytesOf(bytes.subarray(0, end))
}

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

/** A WebP of this size in a few bytes: of one color, whose pixels take no bits at all. */
function webp(width: number, height: number): Bytes {
  // From the lowest bit on: the size, no transparency, no transforms, no cache, and five codes of one symbol each.
  let bits = BigInt(width - 1) | (BigInt(height - 1) << 14n)
  for (let code = 0; code < 5; code++) bits |= 1n << BigInt(28 + 1 + 3 + 3 + code * 4)
  const data = Buffer.alloc(10)
  data[0] = 0x2f
  for (let at = 1; at < 10; at++) data[at] = Number((bits >> BigInt((at - 1) * 8)) & 255n)
  const sized = (name: string, content: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.byteLength)
    return Buffer.concat([Buffer.from(name), length, content])
  }
  return bytesOf(sized('RIFF', Buffer.concat([Buffer.from('WEBP'), sized('VP8L', data)])))
}

/** A PDF that says something on its first page, and whose second page unpacks to more than there is memory for. */
export function wordsThenBomb(words: string): Bytes {
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents ${contents} 0 R /Resources << /Font << /T << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`
  return objectsOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    stream('', `BT /T 9 Tf 9 9 Td (${words}) Tj ET`),
    flate(nothing(900)),
  ])
}

/** Files that are made to take all of a machine's time or memory, by what they are named. */
export const bombs: Readonly<Record<string, () => Bytes | Promise<Bytes>>> = {
  'flate.pdf': () => pdf(flate(nothing(900))),
  'forms.pdf': nestedForms,
  'lines.pdf': () => pdf(flate(Buffer.from('0 0 m 200 99 l S\n'.repeat(5_000_000)))),
  'words.pdf': () => pdf(flate(Buffer.from('BT /T 9 Tf 9 9 Td (Every word) Tj ET\n'.repeat(2_000_000)))),
  'wide.pdf': () => pdf(stream('', '0 0 14400 14400 re f'), { box: '0 0 14400 14400' }),
  'endless-page.pdf': () => pdf(stream('', '0 0 9 9 re f'), { box: '0 0 2147483648 2147483648' }),
  'no-page.pdf': () => pdf(stream('', ''), { box: '0 0 0 0' }),
  'xref.pdf': endlessXref,
  'locked.pdf': () => lockedSet({ number: 'E1' }, 'open sesame'),
  'large.png': () => png(10_000, 10_000, deflateSync(nothing(400, 0), { level: 9 })),
  'more.png': () => png(10, 10, deflateSync(nothing(900, 0))),
  'profile.png': () =>
    png(
      1,
      1,
      deflateSync(Buffer.alloc(5)),
      chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(nothing(900, 0))])),
    ),
  'large.webp': () => webp(16_000, 6000),
  'large.gif': () => gif(60_000, 1600),
  'bomb.docx': () =>
    zipped({ '[Content_Types].xml': types, 'word/document.xml': Buffer.concat([Buffer.from('<w:t>'), nothing(300)]) }),
  'tags.docx': () => zipped({ '[Content_Types].xml': types, 'word/document.xml': '<'.repeat(15_000_000) }),
}
