import type { Hasher } from '#server/auth/hash-queue.ts'

/** A fast replacement for argon2, which takes 20 ms per hash and has its own tests. */
export const quickHasher: Hasher = {
  hash: async (password) => `quick:${password}`,
  verify: async (password, hash) => hash === `quick:${password}`,
}
