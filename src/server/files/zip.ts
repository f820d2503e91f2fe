import { cleanName, freeName } from '../../lib/file-names.ts'
import type { FileStore } from './file-store.ts'
import { descriptorOf, directoryOf, headerOf, lengthOf, type WrittenEntry, type ZipEntry } from './zip-format.ts'

/** A file in an archive, under the name it has there. */
export interface Zipped {
  readonly path: string
  readonly name: string
  /** The folders it lies in there, from the top. */
  readonly folders?: readonly string[]
  /** In bytes. */
  readonly size: number
  /** ISO 8601. */
  readonly modified: string
}

type Named = Pick<Zipped, 'name' | 'folders'>

/**
 * Gives every file a name of its own that any system can unpack: equal ones are numbered, and nothing in a name leads
 * out of the folder it is unpacked to.
 */
export function createNames() {
  const taken = new Set<string>()
  return ({ name: wanted, folders = [] }: Named): string => {
    const place = folders.map((folder) => `${cleanName(folder)}/`).join('')
    // Some systems tell names apart by their letters alone, not by their case.
    const keyOf = (name: string) => `${place}${name}`.toLowerCase()
    const name = freeName(cleanName(wanted), (one) => taken.has(keyOf(one)))
    taken.add(keyOf(name))
    return `${place}${name}`
  }
}

export function uniqueNames<T extends Named>(files: readonly T[]): (T & { name: string })[] {
  const nameOf = createNames()
  return files.map((file) => ({ ...file, name: nameOf(file) }))
}

/** Continues the CRC-32 of what came before with further bytes. */
export type Crc32 = (bytes: Uint8Array, before: number) => number

/** The records of an archive around its files, which are counted while they are written. */
export function zipRecords(crc32: Crc32) {
  const written: WrittenEntry[] = []
  let [offset, crc, size] = [0, 0, 0]
  return {
    begin(entry: Omit<ZipEntry, 'size'>): Uint8Array<ArrayBuffer> {
      ;[crc, size] = [0, 0]
      return headerOf({ ...entry, size })
    },
    add(bytes: Uint8Array): void {
      crc = crc32(bytes, crc)
      size += bytes.byteLength
    },
    /** Ends a file that had so many bytes. */
    end(entry: Omit<ZipEntry, 'size'>): { descriptor: Uint8Array<ArrayBuffer>; size: number } {
      const descriptor = descriptorOf({ crc, size })
      written.push({ ...entry, crc, size, offset })
      offset += headerOf({ ...entry, size }).length + size + descriptor.length
      return { descriptor, size }
    },
    close: () => directoryOf(written, offset),
  }
}

/**
 * Packs files into a zip archive while it is being read, without compressing them: pictures and PDFs already are. A
 * chunk is read when the client has taken the previous one, so an archive costs the same memory whatever its size.
 */
export function zipOf(
  files: readonly Zipped[],
  { store, crc32 }: { store: FileStore; crc32: Crc32 },
): { body: ReadableStream<Uint8Array>; length: number } {
  const encoder = new TextEncoder()
  const entries = uniqueNames(files).map(({ path, name, size, modified }) => ({
    path,
    name: encoder.encode(name),
    size,
    modified: new Date(modified),
  }))
  let current: ReadableStreamDefaultReader<Uint8Array> | undefined
  let over = false

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const records = zipRecords(crc32)
    for (const entry of entries) {
      yield records.begin(entry)
      const bytes = await store.read(entry.path)
      if (!bytes) throw new Error(`The file ${entry.path} is missing in the file store.`)
      const reader = bytes.getReader()
      current = reader
      try {
        for (let read = await reader.read(); read.value && !over; read = await reader.read()) {
          records.add(read.value)
          yield read.value
        }
      } finally {
        // The archive may have been cancelled while this file was still being looked for.
        await reader.cancel()
      }
      if (over) return
      const { descriptor, size } = records.end(entry)
      if (size !== entry.size) throw new Error(`The file ${entry.path} has ${size} bytes instead of ${entry.size}.`)
      yield descriptor
    }
    yield* records.close()
  }
  const archive = chunks()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = await archive.next()
        if (over) return
        if (value) controller.enqueue(value)
        else controller.close()
      },
      async cancel() {
        over = true
        // A read that waits for the store ends only when its stream is cancelled.
        await current?.cancel()
        await archive.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, length: lengthOf(entries) }
}
