import type { Id } from '../../core/access/access.ts'
import { Refusal } from '../http/errors.ts'
import { zipOf, type Crc32, type Zipped } from './zip.ts'
import type { FileStore } from './file-store.ts'

/** How many archives are sent at a time: to one person, and to all. */
const MOST_EACH = 2
const MOST = 8

/** Packs archives, a limited number at a time, since each keeps the file store and the line busy for minutes. */
export function createArchives(tools: { store: FileStore; crc32: Crc32 }) {
  const sending = new Map<Id, number>()
  const count = (user: Id, change: number) => {
    const now = (sending.get(user) ?? 0) + change
    if (now) sending.set(user, now)
    else sending.delete(user)
  }
  return {
    /** @throws Refusal 429 when too many are on their way */
    open(user: Id, files: readonly Zipped[]): ReturnType<typeof zipOf> {
      const all = [...sending.values()].reduce((sum, one) => sum + one, 0)
      if ((sending.get(user) ?? 0) >= MOST_EACH || all >= MOST)
        throw new Refusal(429, 'Too many archives are being downloaded. Try again when one of them is through.')
      const { body, length } = zipOf(files, tools)
      return {
        body: whileRead(
          body,
          () => count(user, 1),
          () => count(user, -1),
        ),
        length,
      }
    },
  }
}

export type Archives = ReturnType<typeof createArchives>

/**
 * Calls `begin` when the stream is first read, and `end` when it is through, fails or is cancelled. A stream that nobody
 * reads, as of an answer to HEAD, is never cancelled either.
 */
function whileRead(body: ReadableStream<Uint8Array>, begin: () => void, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let state: 'new' | 'open' | 'over' = 'new'
  const finish = () => {
    if (state === 'open') end()
    state = 'over'
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (state === 'new') {
          state = 'open'
          begin()
        }
        try {
          const { value } = await reader.read()
          if (value) return controller.enqueue(value)
        } catch (error) {
          finish()
          throw error
        }
        finish()
        controller.close()
      },
      async cancel(reason) {
        finish()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
