import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { writingTo } from '../system/disk.ts'
import { syncFolder } from './sync-folder.ts'
import { turn } from './turns.ts'
import { FileLost, type FileStore, type Listed, type Range } from './file-store.ts'

/** Whether this store created the path. No other path is read, even if a record contains one. */
const isOwn = (path: string) => /^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(path)

/** How much is written between two syncs: what a crash may cost of an upload. */
const SYNC_BYTES = 8 * 1024 * 1024

/**
 * Keeps files in a folder. A file is first written under `coming`, and moved into place once it is complete, so it is
 * never partial.
 */
export function folderStore(folder: string): FileStore & Required<Pick<FileStore, 'localPath'>> {
  const coming = join(folder, 'coming')
  const tryWriting = writingTo(folder)
  const draftOf = (path: string) => join(coming, path.slice(3))
  const sizeAt = async (place: string) => (await stat(place).catch(() => null))?.size
  async function unfinished(name: string): Promise<Listed> {
    const place = join(coming, name)
    const written = (await stat(place).catch(() => null))?.mtime.toISOString()
    const removePartial = () => rm(place, { force: true })
    return { path: `${name.slice(0, 2)}/${name}`, unfinished: true, written_at: written, removePartial }
  }
  return {
    newPath() {
      const id = randomUUID()
      return `${id.slice(0, 2)}/${id}`
    },
    async open(path, before) {
      await mkdir(coming, { recursive: true })
      const draft = await open(draftOf(path), constants.O_RDWR | constants.O_CREAT)
      let saved = before
      let written = before.size
      const save = async () => {
        await draft.datasync()
        saved = { size: written, state: '' }
      }
      try {
        if ((await draft.stat()).size < before.size)
          throw new FileLost(`Less of the upload ${path} is in the folder than was saved.`)
        await draft.truncate(before.size)
      } catch (error) {
        await draft.close()
        throw error
      }
      return {
        get saved() {
          return saved
        },
        async write(chunk) {
          for (let at = 0; at < chunk.byteLength;) {
            const { bytesWritten } = await draft.write(chunk, at, chunk.byteLength - at, written)
            at += bytesWritten
            written += bytesWritten
          }
          if (written - saved.size >= SYNC_BYTES) await save()
        },
        save,
        close: () => draft.close(),
      }
    },
    async finish(path, { size }) {
      const [draft, place] = [draftOf(path), join(folder, path)]
      // After a crash the file may be in its place already.
      if ((await sizeAt(draft)) === undefined && (await sizeAt(place)) === size) return
      await mkdir(dirname(place), { recursive: true })
      await rename(draft, place)
      await syncFolder(dirname(place))
    },
    async reach() {
      await mkdir(coming, { recursive: true })
      await access(coming, constants.R_OK | constants.W_OK)
      await tryWriting()
    },
    size: async (path) => (isOwn(path) ? ((await sizeAt(join(folder, path))) ?? null) : null),
    async read(path, range) {
      if (!isOwn(path)) return null
      const place = join(folder, path)
      const found = await stat(place).catch(() => null)
      return found?.isFile() ? streamOf(place, range) : null
    },
    async remove(path) {
      if (!isOwn(path)) return
      await rm(draftOf(path), { force: true })
      await rm(join(folder, path), { force: true })
    },
    localPath: (path) => join(folder, isOwn(path) ? path : 'coming'),
    async *list() {
      for (const name of await readdir(folder).catch(() => []))
        for (const file of await readdir(join(folder, name)).catch(() => []))
          yield name === 'coming' ? await unfinished(file) : { path: `${name}/${file}`, unfinished: false }
    },
  }
}

const CHUNK = 256 * 1024

/**
 * Streams a file, which is open only while a chunk of it is read. Whoever reads may stop at any moment without a word: a
 * response to HEAD, a closed connection, an archive that is cancelled between two files. What stayed open until then
 * would be closed by the garbage collector, for which Node ends the process.
 */
function streamOf(place: string, range?: Range): ReadableStream<Uint8Array> {
  let at = range?.start ?? 0
  const end = range ? range.end + 1 : Infinity
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await turn()
        const length = Math.min(CHUNK, end - at)
        await using file = await open(place)
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at)
        at += bytesRead
        if (bytesRead) controller.enqueue(buffer.subarray(0, bytesRead))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
