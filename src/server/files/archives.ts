import { guest, type CurrentUser } from '../../core/access/access.ts'
import { Refusal } from '../http/errors.ts'
import { zipOf, type Crc32, type Zipped } from './zip.ts'
import type { FileStore } from './file-store.ts'

/** How many archives are sent at a time: to one person, and to all. */
const MOST_EACH = 2
const MOST = 8
/** Of these, guests together take no more than this many, so that staff always find a place. */
const MOST_GUESTS = 4
/** Milliseconds after which an archive that nobody reads is ended, so that its place is free again. */
const UNREAD_MS = 60_000

/** Packs archives, a limited number at a time, since each keeps the file store and the line busy for minutes. */
export function createArchives(tools: { store: FileStore; crc32: Crc32 }) {
  /** Who is being sent each of them. */
  const sending = new Set<{ readonly user: CurrentUser }>()
  return {
    /** @throws Refusal 429 when too many are on their way */
    open(user: CurrentUser, files: readonly Zipped[]): ReturnType<typeof zipOf> {
      const own = [...sending].filter((one) => one.user.id === user.id).length
      const guests = [...sending].filter((one) => guest(one.user)).length
      if (own >= MOST_EACH || sending.size >= MOST || (guest(user) && guests >= MOST_GUESTS))
        throw new Refusal(429, 'Too many archives are being downloaded. Try again when one of them is through.')
      const { body, length } = zipOf(files, tools)
      const place = { user }
      return {
        body: whileRead(
          body,
          () => sending.add(place),
          () => sending.delete(place),
        ),
        length,
      }
    },
  }
}

export type Archives = ReturnType<typeof createArchives>

/**
 * Calls `begin` when the stream is first read, and `end` when it is through, fails or is cancelled. A stream that nobody
 * reads, as of an answer to HEAD, is never cancelled either; one that is read no further is ended after a minute.
 */
function whileRead(body: ReadableStream<Uint8Array>, begin: () => void, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let state: 'new' | 'open' | 'over' = 'new'
  let unread: ReturnType<typeof setTimeout> | undefined
  const finish = () => {
    clearTimeout(unread)
    if (state === 'open') end()
    state = 'over'
  }
  const giveUp = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const error = new Error(`An archive was not read for ${UNREAD_MS / 1000} seconds.`)
    finish()
    controller.error(error)
    void reader.cancel(error)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (state === 'new') {
          state = 'open'
          begin()
        }
        try {
          clearTimeout(unread)
          const { value } = await reader.read()
          if (value) {
            unread = setTimeout(() => giveUp(controller), UNREAD_MS)
            return controller.enqueue(value)
          }
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
