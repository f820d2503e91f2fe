import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'

export type Bytes = Uint8Array<ArrayBuffer>
/** What stands between `obj` and `endobj`; text is Latin-1. */
export type Part = string | Buffer

export const stream = (entries: string, content: string | Uint8Array): Buffer => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const head = Buffer.from(`<< ${entries} /Length ${bytes.byteLength} >>\nstream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}
const deflated = (entries: string, content: string | Uint8Array) =>
  stream(`${entries} /Filter /FlateDecode`, deflateSync(Buffer.from(content as string, 'latin1')))

/** Writes numbered objects, and says where each begins. */
function written(head: string, objects: readonly (readonly [number: number, part: Part])[]) {
  const parts = [Buffer.from(head, 'latin1')]
  let length = parts[0]?.byteLength ?? 0
  const offsets = new Map<number, number>()
  for (const [number, part] of objects) {
    const bytes = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(part as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ])
    offsets.set(number, length)
    parts.push(bytes)
    length += bytes.byteLength
  }
  return { body: Buffer.concat(parts), offsets }
}

const HEAD = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`

/** A PDF of these objects, the first of which is its catalog, with the table that says where they are. */
export function pdfOf(objects: readonly Part[], trailer = ''): Bytes {
  const { body, offsets } = written(
    HEAD,
    objects.map((part, at) => [at + 1, part]),
  )
  const table = objects.map((_, at) => entry(offsets.get(at + 1) ?? 0)).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.byteLength}\n%%EOF\n`
  return new Uint8Array(Buffer.concat([body, Buffer.from(end)]))
}

/** The same with its dictionaries in a compressed stream, and with a compressed table, as programs write them since 2003. */
export function packedPdf(objects: readonly Part[]): Bytes {
  const isStream = (part: Part) => typeof part !== 'string'
  const plain = objects.flatMap((part, at) => (isStream(part) ? [] : [[at + 1, String(part)] as const]))
  const holder = objects.length + 1
  const table = holder + 1
  let [index, held] = ['', '']
  for (const [number, text] of plain) {
    index += `${number} ${held.length} `
    held += `${text} `
  }
  const packed = deflated(`/Type /ObjStm /N ${plain.length} /First ${index.length}`, index + held)
  const { body, offsets } = written(HEAD, [
    ...objects.flatMap((part, at) => (isStream(part) ? [[at + 1, part] as const] : [])),
    [holder, packed],
  ])
  const rows = Buffer.alloc((table + 1) * 7)
  for (let number = 1; number <= table; number++) {
    const nth = plain.findIndex(([own]) => own === number)
    rows.writeUInt8(nth < 0 ? 1 : 2, number * 7)
    rows.writeUInt32BE(nth < 0 ? (offsets.get(number) ?? body.byteLength) : holder, number * 7 + 1)
    rows.writeUInt16BE(Math.max(0, nth), number * 7 + 5)
  }
  const xref = deflated(`/Type /XRef /Size ${table + 1} /Root 1 0 R /W [1 4 2]`, rows)
  const end = Buffer.concat([Buffer.from(`${table} 0 obj\n`), xref, Buffer.from('\nendobj\n')])
  return new Uint8Array(Buffer.concat([body, end, Buffer.from(`startxref\n${body.byteLength}\n%%EOF\n`)]))
}

/** The same as it is put on web sites: what the first page needs comes first, with a table of its own. */
export function linearPdf(objects: readonly Part[]): Bytes {
  const size = objects.length + 2
  const make = (length: number, second: number, end: number, own: readonly number[]) => {
    const about = `<< /Linearized 1 /L ${pad(length)} /H [${pad(0)} ${pad(0)}] /O 3 /E ${pad(end)} /N 1 /T ${pad(second)} >>`
    const first = written(HEAD, [[size - 1, about]])
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${Array.from({ length: size - 1 }, (_, at) => entry(own[at] ?? 0)).join('')}`
    const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${pad(second)} >>\nstartxref\n0\n%%EOF\n`
    const head = Buffer.concat([first.body, Buffer.from(table + trailer)])
    const rest = written(
      '',
      objects.map((part, at) => [at + 1, part]),
    )
    const offsets = objects.map((_, at) => head.byteLength + (rest.offsets.get(at + 1) ?? 0))
    const all = [...offsets, first.offsets.get(size - 1) ?? 0]
    const after = head.byteLength + rest.body.byteLength
    const last = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size ${size} >>\nstartxref\n${first.body.byteLength}\n%%EOF\n`
    return { bytes: Buffer.concat([head, rest.body, Buffer.from(last)]), after, offsets: all }
  }
  // All places are as long as they will be, so that the second time they are right.
  const draft = make(0, 0, 0, [])
  const { bytes } = make(draft.bytes.byteLength, draft.after, draft.after, draft.offsets)
  return new Uint8Array(bytes)
}
const pad = (number: number) => String(number).padStart(10, '0')

export const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

interface More {
  /** What else the page says, and the catalog. */
  readonly page?: string
  readonly catalog?: string
  /** Objects from number 6 on. */
  readonly more?: readonly Part[]
  readonly font?: string
  readonly resources?: string
}

/** The objects of a PDF of one page, whose font `F` is object 5. */
export const onePage = (
  content: string,
  { page = '', catalog = '', more = [], font = HELVETICA, resources = '' }: More = {},
): Part[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> ${page} >>`,
  stream('', content),
  font,
  ...more,
]

/** Lines of a page, from top to bottom. */
export const lines = (...texts: readonly string[]): string =>
  texts.map((text, at) => `BT /F 12 Tf 72 ${700 - at * 16} Td ${literal(text)} Tj ET`).join('\n')
export const literal = (text: string): string => `(${text.replace(/[()\\]/g, '\\$&')})`

const hex = (code: number) => code.toString(16).padStart(4, '0')
const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')

/**
 * A font whose codes mean nothing but by its table: glyphs of an embedded font, and what each of them says. Its objects
 * begin with number 5.
 */
export function embeddedFont(said: readonly string[]): { font: string; more: Part[] } {
  const file = createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')
  const rows = said.map((text, at) => `<${hex(at + 36)}> <${utf16(text)}>`)
  const table = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${rows.length} beginbfchar
${rows.join('\n')}
endbfchar endcmap end end`
  return {
    font: '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Liberation /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>',
    more: [
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Liberation /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 600 /CIDToGIDMap /Identity >>',
      '<< /Type /FontDescriptor /FontName /ABCDEF+Liberation /Flags 4 /FontBBox [-544 -303 1302 980] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 729 /StemV 80 /FontFile2 9 0 R >>',
      stream('', table),
      deflated('', readFileSync(file)),
    ],
  }
}

/** Shows the glyphs of an embedded font, by what they say. */
export const shown = (said: readonly string[], text: readonly string[]): string =>
  `<${text.map((one) => hex(said.indexOf(one) + 36)).join('')}> Tj`
