import { createHash } from 'node:crypto'
import { vectorPdf, words, type VectorPage } from '#modules/drawings/sample/pdf.ts'

interface Sheet {
  readonly number?: string
  readonly title?: string
  readonly revision?: string
  readonly dated?: string
  readonly entries?: string
  readonly width?: number
  readonly height?: number
}

/** A page with a title block in its lower right corner. */
export function sheetPage({
  number,
  title = 'LEVEL 1 PLAN',
  revision = '1',
  dated = '11/12/20',
  entries = '',
  width = 1224,
  height = 792,
}: Sheet): VectorPage {
  const left = width - 170
  const content = [
    `2 w 20 20 ${width - 40} ${height - 40} re S 1 w ${left - 10} 20 m ${left - 10} ${height - 20} l S`,
    words('GENERAL NOTES', left, height - 80, 8),
    words(title, left, 130, 11, true),
    words(`Rev ${revision} ${dated}`, left, 90, 8),
    ...(number === undefined ? [] : [words(number, left, 40, 30, true)]),
    ...Array.from({ length: 20 }, (_, at) => `${60 + at * 40} 100 m ${60 + at * 40} ${height - 100} l S`),
  ].join('\n')
  return { width, height, content, entries }
}

export const setOf = (...sheets: Sheet[]): Uint8Array<ArrayBuffer> => vectorPdf(sheets.map(sheetPage))

/** A PDF without any page. */
export const emptyPdf = (): Uint8Array<ArrayBuffer> => vectorPdf([])

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** RC4, which PDF readers still open and OpenSSL no longer offers. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (a: number, b: number) => ([state[a], state[b]] = [at(b), at(a)])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  const encode = (byte: number) => {
    i = (i + 1) & 255
    j = (j + at(i)) & 255
    swap(i, j)
    return byte ^ at(at(i) + at(j))
  }
  return Buffer.from(Array.from(data, encode))
}

/** A set of one sheet that opens with a password only. */
export function lockedSet(sheet: Sheet, password: string): Uint8Array<ArrayBuffer> {
  const id = Buffer.alloc(16, 7)
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const owner = rc4(md5(padded(password)).subarray(0, 5), padded(password))
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5)
  const { width, height, content } = sheetPage(sheet)
  const objectKey = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10)
  const encrypted = rc4(objectKey, Buffer.from(content, 'latin1')).toString('latin1')
  const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F 5 0 R /B 5 0 R >> >> >>`,
    `<< /Length ${encrypted.length} >>\nstream\n${encrypted}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${hex(owner)} /U ${hex(rc4(key, PADDING))} >>`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 7\n0000000000 65535 f \n${table}trailer\n<< /Size 7 /Root 1 0 R /Encrypt 6 0 R /ID [${hex(id)} ${hex(id)}] >>\nstartxref\n${body.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(body, 'latin1'))
}

/** A PDF of numbered objects, the first of which is its catalog; text is Latin-1, and streams may hold any bytes. */
function pdfOf(objects: readonly (string | Buffer)[]): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from('%PDF-1.6\n')]
  for (const [at, object] of objects.entries())
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object as string, 'latin1'), Buffer.from('\nendobj\n'))
  parts.push(Buffer.from(`trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n`))
  return new Uint8Array(Buffer.concat(parts))
}
const stream = (entries: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.byteLength} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
const bytesFrom = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')

/** Pictures of 64 by 64 pixels as scanners write them. */
const scans = {
  /** Segments of a JBIG2 stream in a PDF: a page that is black unless something is drawn on it. */
  JBIG2: {
    entries: '/Filter /JBIG2Decode /ColorSpace /DeviceGray /BitsPerComponent 1',
    bytes: bytesFrom('00000000 30 00 01 00000013 00000040 00000040 00000000 00000000 04 0000'),
  },
  /** A JPEG 2000 codestream of one grey component and one empty packet, which is grey of medium darkness. */
  JPX: {
    entries: '/Filter /JPXDecode /ColorSpace /DeviceGray',
    bytes: bytesFrom(`ff4f
      ff51 0029 0000 00000040 00000040 00000000 00000000 00000040 00000040 00000000 00000000 0001 07 01 01
      ff52 000c 00 00 0001 00 00 04 04 00 01
      ff5c 0004 40 40
      ff90 000a 0000 0000000f 00 01 ff93 00
      ffd9`),
  },
}

/** A scanned sheet: a page that is one picture. */
export function scannedSet(kind: keyof typeof scans): Uint8Array<ArrayBuffer> {
  const { entries, bytes } = scans[kind]
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 640 640] /Contents 4 0 R /Resources << /XObject << /S 5 0 R >> >> >>',
    stream('', Buffer.from('640 0 0 640 0 0 cm /S Do')),
    stream(`/Type /XObject /Subtype /Image /Width 64 /Height 64 ${entries}`, bytes),
  ])
}

/** Two sheets, the first of which nobody lives to see: each form draws the next one twenty times, nine levels deep. */
export function endlessSet(number: string): Uint8Array<ArrayBuffer> {
  const { width, height, content } = sheetPage({ number })
  const page = (contents: number, resources: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${contents} 0 R /Resources << ${resources} >> >>`
  const box = `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}]`
  const font = '/Font << /F 7 0 R /B 7 0 R >>'
  const first = 8
  const forms = Array.from({ length: 9 }, (_, at) =>
    stream(`${box} /Resources << ${font} /XObject << /X ${first + at + 1} 0 R >> >>`, Buffer.from('/X Do '.repeat(20))),
  )
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5, `/XObject << /X ${first} 0 R >>`),
    page(6, font),
    stream('', Buffer.from('/X Do')),
    stream('', Buffer.from(content, 'latin1')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...forms,
    stream(`${box} /Resources << ${font} >>`, Buffer.from('BT /F 9 Tf (again) Tj ET')),
  ])
}
