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

/**
 * The text of a Word document (docx), at most so many characters.
 * @throws with a sentence about the file
 */
export function textOfDocx(source: Source, most: number): string {
  const xml = unpacked(source, 'word/document.xml')
  return xml
    .replace(/<w:(tab|br|cr)\b[^>]*>/g, ' ')
    .replace(/<\/w:p>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? ' ')
    .slice(0, most)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** One file of a zip archive as text. */
function unpacked(source: Source, wanted: string): string {
  const start = Math.max(0, source.size - TAIL_BYTES)
  const tail = part(source, start, TAIL_BYTES)
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== END) end--
  if (end < 0) throw new Error('This document is broken.')
  const size = Math.min(tail.getUint32(end + 12, true), MOST_DIRECTORY)
  const directory = part(source, tail.getUint32(end + 16, true), size)
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY;) {
    const [names, extra, comment] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true))
    const name = new TextDecoder().decode(
      new Uint8Array(directory.buffer, at + 46, Math.min(names ?? 0, size - at - 46)),
    )
    if (name === wanted) {
      const packed = directory.getUint32(at + 20, true)
      const local = part(source, directory.getUint32(at + 42, true), 30)
      if (packed > MOST_XML || local.byteLength < 30) throw new Error('This document is broken.')
      const from = directory.getUint32(at + 42, true) + 30 + local.getUint16(26, true) + local.getUint16(28, true)
      const bytes = new Uint8Array(part(source, from, packed).buffer)
      const isStored = directory.getUint16(at + 10, true) === 0
      return new TextDecoder().decode(isStored ? bytes : inflateRawSync(bytes, { maxOutputLength: MOST_XML }))
    }
    at += 46 + (names ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  throw new Error('This document holds no text.')
}
