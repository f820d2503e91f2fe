/** A process that has a PDF decoded which takes for ever, and says by which process once that has all of it. */
import { createDecoder } from '#server/decode/decoder.ts'
import { BLOCK } from '#server/decode/tasks.ts'
import { nothingSaved } from '#server/files/file-store.ts'
import { memoryStore } from '#server/files/memory-store.ts'
import { decodersOf } from '../decoders.ts'
import { endlessPdf } from '../pictures.fixture.ts'

const store = memoryStore()
const path = store.newPath()
const file = await store.open(path, nothingSaved)
const bytes = endlessPdf()
await file.write(bytes)
await store.finish(path, file.saved)
const missing = new Set(Array.from({ length: Math.ceil(bytes.byteLength / BLOCK) }, (_, at) => at * BLOCK))
const read: typeof store.read = async (at, range) => {
  missing.delete(range?.start ?? 0)
  if (!missing.size) process.send?.(decodersOf()[0])
  return store.read(at, range)
}
const task = { do: 'render', mime: 'application/pdf', page: 1 } as const
await createDecoder().decode({ path, store: { ...store, read } }, task, { patience: 2 ** 30 })
