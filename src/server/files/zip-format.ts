/** The records of a zip archive whose files are stored as they are (PKWARE APPNOTE 6.3, zip64 where it is large). */

/** A file, as the archive's records describe it. */
export interface ZipEntry {
  readonly name: Uint8Array
  /** In bytes, below 4 GB. */
  readonly size: number
  readonly modified: Date
}
/** A file that was written, with its checksum and where it begins in the archive. */
export interface WrittenEntry extends ZipEntry {
  readonly crc: number
  readonly offset: number
}

const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff
/** Names are UTF-8; checksum and size follow the file, since they are known only then. */
const FLAGS = 0x0808
/** Version 2.0, or 4.5 for zip64. */
const [PLAIN, ZIP64] = [20, 45]

/** Numbers of 2, 4 or 8 bytes, little-endian, and bytes. */
function record(
  ...parts: readonly (readonly [bytes: 2 | 4 | 8, value: number] | Uint8Array)[]
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(
    parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : part[0]), 0),
  )
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    if (part instanceof Uint8Array) bytes.set(part, at)
    else if (part[0] === 2) view.setUint16(at, part[1], true)
    else if (part[0] === 4) view.setUint32(at, part[1], true)
    else view.setBigUint64(at, BigInt(part[1]), true)
    at += part instanceof Uint8Array ? part.length : part[0]
  }
  return bytes
}

/** Time and date as DOS kept them: two seconds precise, local, from 1980 on. */
const momentOf = (date: Date) =>
  [
    [2, (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)],
    [2, (Math.max(0, date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()],
  ] as const

/** What stands before a file. */
export const headerOf = ({ name, modified }: ZipEntry): Uint8Array<ArrayBuffer> =>
  record(
    [4, 0x04034b50],
    [2, PLAIN],
    [2, FLAGS],
    [2, 0],
    ...momentOf(modified),
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
    name,
  )

/** What stands behind a file. */
export const descriptorOf = ({ crc, size }: Pick<WrittenEntry, 'crc' | 'size'>): Uint8Array<ArrayBuffer> =>
  record([4, 0x08074b50], [4, crc], [4, size], [4, size])

/** The file's entry in the directory at the archive's end. */
function directoryEntry({ name, modified, crc, size, offset }: WrittenEntry): Uint8Array<ArrayBuffer> {
  const far = offset >= MOST_32
  const extra = far ? record([2, 1], [2, 8], [8, offset]) : new Uint8Array()
  const version = far ? ZIP64 : PLAIN
  return record(
    ...([[4, 0x02014b50], [2, version], [2, version], [2, FLAGS], [2, 0], ...momentOf(modified)] as const),
    ...([
      [4, crc],
      [4, size],
      [4, size],
      [2, name.length],
      [2, extra.length],
    ] as const),
    ...([[2, 0], [2, 0], [2, 0], [4, 0], [4, far ? MOST_32 : offset], name, extra] as const),
  )
}

/** What stands at the archive's end: the directory of its files, and where that is. */
export function* directoryOf(entries: readonly WrittenEntry[], offset: number): Generator<Uint8Array<ArrayBuffer>> {
  let size = 0
  for (const entry of entries) {
    const bytes = directoryEntry(entry)
    size += bytes.length
    yield bytes
  }
  const count = entries.length
  const large = count >= MOST_16 || offset >= MOST_32 || size >= MOST_32
  if (large) {
    const totals = [
      [8, count],
      [8, count],
      [8, size],
      [8, offset],
    ] as const
    yield record([4, 0x06064b50], [8, 44], [2, ZIP64], [2, ZIP64], [4, 0], [4, 0], ...totals)
    yield record([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])
  }
  const few = Math.min(count, MOST_16)
  yield record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, few],
    [2, few],
    [4, Math.min(size, MOST_32)],
    [4, Math.min(offset, MOST_32)],
    [2, 0],
  )
}

/** How long the archive will be, in bytes. */
export function lengthOf(entries: readonly ZipEntry[]): number {
  const written: WrittenEntry[] = []
  let offset = 0
  for (const entry of entries) {
    written.push({ ...entry, crc: 0, offset })
    offset += headerOf(entry).length + entry.size + descriptorOf({ crc: 0, size: 0 }).length
  }
  return [...directoryOf(written, offset)].reduce((sum, { length }) => sum + length, offset)
}
