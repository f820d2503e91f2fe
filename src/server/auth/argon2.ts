import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Hasher } from './hash-queue.ts'

const derive = promisify(argon2)
// OWASP's recommendation for argon2id: 19 MiB, 2 passes, one lane.
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/** argon2id, off the main thread, in the usual `$argon2id$…` form. */
export const argon2Hasher: Hasher = {
  // One core stays with everyone else's requests, and no more memory is taken than that many take.
  atOnce: Math.max(1, availableParallelism() - 1),
  async hash(password) {
    const nonce = randomBytes(16)
    const tag = await derive('argon2id', { ...cost, message: password, nonce })
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
  },
  async verify(password, hash) {
    const [, memory, passes, parallelism, nonce, tag] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
    if (!nonce || !tag) return false
    const wanted = Buffer.from(tag, 'base64')
    const options = {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: wanted.length,
    }
    const found = await derive('argon2id', { ...options, message: password, nonce: Buffer.from(nonce, 'base64') })
    return timingSafeEqual(found, wanted)
  },
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
