import { makeZip, predictLength } from 'client-zip'
import type { FileStore } from './file-store.ts'

/** A file in an archive, under the name it has there. */
export interface Zipped {
  readonly path: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** ISO 8601. */
  readonly modified: string
}

/**
 * Gives every file a name of its own that any system can unpack: equal ones are numbered, and nothing in a name leads
 * out of the folder it is unpacked to.
 */
export function uniqueNames<T extends { readonly name: string }>(files: readonly T[]): (T & { name: string })[] {
  const taken = new Set<string>()
  return files.map((file) => {
    const safe =
      file.name
        .replace(/\p{Bidi_Control}/gu, '')
        .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
        .replace(/^\.+/, '_') || 'file'
    const [, stem = safe, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(safe) ?? []
    let name = safe
    // Some systems tell names apart by their letters alone, not by their case.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem} (${count})${ending}`
    taken.add(name.toLowerCase())
    return { ...file, name }
  })
}

/** Reads one stream after the other, and cancels the current one when its reader loses interest. */
function createReading(store: FileStore) {
  let current: ReadableStreamDefaultReader<Uint8Array> | undefined
  let over = false
  return {
    async *bytesOf(path: string): AsyncGenerator<Uint8Array> {
      const bytes = await store.read(path)
      if (!bytes) throw new Error(`The file ${path} is missing in the file store.`)
      current = bytes.getReader()
      while (!over) {
        const { value } = await current.read()
        if (!value) return
        yield value
      }
    },
    async cancel() {
      over = true
      await current?.cancel()
    },
  }
}

/** Packs files into a zip archive while it is being read, without compressing them: pictures and PDFs already are. */
export function zipOf(
  files: readonly Zipped[],
  store: FileStore,
): { body: ReadableStream<Uint8Array>; length: bigint } {
  const named = uniqueNames(files).map(({ path, name, size, modified }) => ({
    path,
    name,
    size,
    lastModified: new Date(modified),
  }))
  const reading = createReading(store)
  async function* entries() {
    for (const { path, ...file } of named) yield { ...file, input: reading.bytesOf(path) }
  }
  const reader = makeZip(entries()).getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = await reader.read()
        if (value) controller.enqueue(value)
        else controller.close()
      },
      async cancel(reason) {
        // The archive ends with the reason it is given; only then is no other file begun.
        await reader.cancel(reason).catch((error: unknown) => {
          if (error !== reason) throw error
        })
        await reading.cancel()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, length: predictLength(named) }
}
