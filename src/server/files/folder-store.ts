import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { FileStore } from './file-store.ts'

/** A path as this store gave it out; anything else names no file, whatever a record says. */
const isOwn = (path: string) => /^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(path)

/** Keeps files in a folder: written beside it first, synced, and moved into place whole. */
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
 * A file's bytes. It is opened when they are first asked for: the answer to HEAD, or to a connection that is gone, has a
 * body nobody reads or cancels, and a file opened for it would stay open.
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

/** Makes a new name in a folder outlive a loss of power; where folders cannot be opened, the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  const held = await open(folder).catch(() => null)
  await held?.sync().catch(() => {})
  await held?.close()
}

/** What nobody has written to for this long is nobody's any more. */
const LEFT = 3_600_000

/** Removes what a crash left half written; another process may be taking an upload into the same folder. */
export async function clearComing(folder: string, now = Date.now()): Promise<void> {
  const coming = join(folder, 'coming')
  for (const name of await readdir(coming).catch(() => [])) {
    const path = join(coming, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < now - LEFT) await rm(path, { force: true })
  }
}
