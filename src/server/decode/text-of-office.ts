import { inflateRawSync } from 'node:zlib'
import type { Source } from './jpeg-page.ts'

/** The end of a zip's directory, and an entry of it. */
const END = 0x06054b50
const ENTRY = 0x02014b50
const TAIL_BYTES = 66_000
const MOST_DIRECTORY = 1024 * 1024
/** What the text of a document may take when it is unpacked: a small file may hold gigabytes of nothing. */
const MOST_XML = 16 * 1024 * 1024

const part = (source: Source, from: number, length: number): DataView => {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, source.size - from)))
  source.read(from, bytes)
  return new DataView(bytes.buffer)
}

/** Where the words of Word documents, Excel sheets and PowerPoint slides are, in the order in which they are read. */
const parts = [
  /^word\/document\.xml$/,
  /^word\/(header|footer|footnotes|endnotes|comments)\d*\.xml$/,
  /^xl\/(sharedStrings|worksheets\/sheet\d+|comments\d+)\.xml$/,
  /^ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
]

/**
 * The text of an Office document, at most so many characters.
 * @throws with a sentence about the file
 */
export function textOfOffice(source: Source, most: number): string {
  const entries = [...entriesIn(source)]
  const wanted = parts.flatMap((part) => entries.filter(({ name }) => part.test(name)))
  if (!wanted.length) throw new Error('This document is broken.')
  let [text, left] = ['', MOST_XML]
  for (const entry of wanted) {
    if (text.length > most || left <= 0) break
    const xml = unpacked(source, entry, left)
    left -= xml.length
    text += `${wordsOf(xml)}\n`
  }
  return text
}

/** A text, room between texts, and the end of a paragraph or a cell; numbers in cells are no words. */
const PIECE = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)|(<(?:\w+:)?(?:tab|br|cr)\b)|<\/(?:\w+:)?(?:p|si|is)>/g

const wordsOf = (xml: string) =>
  Array.from(xml.matchAll(PIECE), ([, text, room]) => text ?? (room ? ' ' : '\n'))
    .join('')
    .replace(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[\da-f]{1,6});/gi, (_, name: string) => entities[name] ?? signOf(name))

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** A character by its number: `#246` or `#xF6`. */
function signOf(name: string): string {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

interface Entry {
  readonly name: string
  /** How many bytes it takes, whether they are deflated, and where its own header is. */
  readonly packed: number
  readonly isStored: boolean
  readonly at: number
}

/** What is in a zip archive. */
function* entriesIn(source: Source): Generator<Entry> {
  const start = Math.max(0, source.size - TAIL_BYTES)
  const tail = part(source, start, TAIL_BYTES)
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== END) end--
  if (end < 0) throw new Error('This document is broken.')
  const size = Math.min(tail.getUint32(end + 12, true), MOST_DIRECTORY)
  const directory = part(source, tail.getUint32(end + 16, true), size)
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY;) {
    const [names = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true))
    const bytes = new Uint8Array(directory.buffer, at + 46, Math.min(names, directory.byteLength - at - 46))
    yield {
      name: new TextDecoder().decode(bytes),
      packed: directory.getUint32(at + 20, true),
      isStored: directory.getUint16(at + 10, true) === 0,
      at: directory.getUint32(at + 42, true),
    }
    at += 46 + names + extra + comment
  }
}

/** One file of a zip archive as text, at most so many bytes. */
function unpacked(source: Source, { packed, isStored, at }: Entry, most: number): string {
  const local = part(source, at, 30)
  if (packed > most || local.byteLength < 30) throw new Error('This document is broken.')
  const from = at + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const bytes = new Uint8Array(part(source, from, packed).buffer)
  return new TextDecoder().decode(isStored ? bytes : inflateRawSync(bytes, { maxOutputLength: most }))
}
