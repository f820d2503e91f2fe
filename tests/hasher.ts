import type { Hasher } from '#server/auth/hash-queue.ts'

/** Hashing in earnest takes 20 ms a time; what it protects is tested where argon2 is. */
export const quickHasher: Hasher = {
  hash: async (password) => `quick:${password}`,
  verify: async (password, hash) => hash === `quick:${password}`,
}
