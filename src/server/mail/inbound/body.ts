import type { Context as HonoContext } from 'hono'
import type { StoredBytes } from '../../decode/decoder.ts'

/** The largest mail that is read, in bytes: hardly a mail service takes larger ones. */
export const MOST_MAIL = 30 * 1024 * 1024
/** How much longer a form or JSON makes a mail with files, whose every line needs escapes. */
const ESCAPES = 1.15
/** So much of a larger one is read and dropped, since some services read the answer only once they have sent all. */
const MOST_READ = 4 * MOST_MAIL

/** What came with a request, once in memory. */
export interface Sent {
  readonly type: string
  readonly bytes: StoredBytes
  /** Whether there was more than is taken. */
  readonly isCut: boolean
}

/** Reads a request into one buffer that grows with it, so that none of it is held twice. */
export async function readSent(c: HonoContext): Promise<Sent> {
  const type = c.req.header('content-type') ?? ''
  const most = /json|form/i.test(type) ? Math.floor(MOST_MAIL * ESCAPES) : MOST_MAIL
  const held = new ArrayBuffer(0, { maxByteLength: most })
  let total = 0
  const reader = c.req.raw.body?.getReader()
  for (let part = await reader?.read(); part?.value && total < MOST_READ; part = await reader?.read()) {
    const at = held.byteLength
    total += part.value.byteLength
    held.resize(Math.min(total, most))
    new Uint8Array(held).set(part.value.subarray(0, held.byteLength - at), at)
  }
  const store: StoredBytes['store'] = {
    size: async () => held.byteLength,
    read: async (_, { start, end } = { start: 0, end: held.byteLength - 1 }) =>
      new Blob([held.slice(start, end + 1)]).stream(),
  }
  return {
    type,
    bytes: { store, path: 'mail' },
    isCut: total > most,
  }
}
