import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { FileStore } from './file-store.ts'

/** Whether this store created the path. No other path is read, even if a record contains one. */
const isOwn = (path: string) => /^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(path)

/**
 * Keeps files in a folder. A file is first written and synced under `coming`, then moved into place, so it is never
 * partial.
 */
export function folderStore(folder: string): FileStore {
  const coming = join(folder, 'coming')
  return {
    async create() {
      const id = randomUUID()
      const path = `${id.slice(0, 2)}/${id}`
      const draft = join(coming, id)
      await mkdir(coming, { recursive: true })
      const file = await open(draft, 'wx')
      return {
        path,
        async write(chunk) {
          await file.writeFile(chunk)
        },
        async keep() {
          await file.sync()
          await file.close()
          const place = join(folder, path)
          await mkdir(dirname(place), { recursive: true })
          await rename(draft, place)
          await syncFolder(dirname(place))
        },
        async drop() {
          try {
            await file.close()
          } finally {
            await rm(draft, { force: true })
            await rm(join(folder, path), { force: true })
          }
        },
      }
    },
    async read(path) {
      if (!isOwn(path)) return null
      const place = join(folder, path)
      const found = await stat(place).catch(() => null)
      return found?.isFile() ? streamOf(place) : null
    },
    async remove(path) {
      if (isOwn(path)) await rm(join(folder, path), { force: true })
    },
  }
}

const CHUNK = 64 * 1024

/**
 * Streams a file, opening it only on the first read: nobody reads or cancels the body of an answer to HEAD or to a
 * closed connection, so a file opened in advance would never be closed.
 */
function streamOf(place: string): ReadableStream<Uint8Array> {
  let opened: Promise<FileHandle> | undefined
  const close = async () => (await opened)?.close()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const file = await (opened ??= open(place))
          const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK), 0, CHUNK, null)
          if (bytesRead) return controller.enqueue(buffer.subarray(0, bytesRead))
        } catch (error) {
          await close()
          throw error
        }
        await close()
        controller.close()
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

/** Makes a new directory entry survive power loss. Systems that cannot open folders take care of it themselves. */
async function syncFolder(folder: string): Promise<void> {
  const held = await open(folder).catch(() => null)
  await held?.sync().catch(() => {})
  await held?.close()
}

/** Milliseconds without a write after which an upload counts as abandoned. */
const LEFT = 3_600_000

/** Removes partial uploads left by a crash; recent ones are kept, since another process may still be receiving them. */
export async function clearComing(folder: string, now = Date.now()): Promise<void> {
  const coming = join(folder, 'coming')
  for (const name of await readdir(coming).catch(() => [])) {
    const path = join(coming, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < now - LEFT) await rm(path, { force: true })
  }
}
