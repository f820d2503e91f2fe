import type { Id } from '../access/access.ts'

/** Temporary ids are negative; they never leave the device. */
export const isTemporary = (id: unknown): id is Id => typeof id === 'number' && id < 0

/** A temporary id, random so that those of several tabs differ. */
export function temporaryId(): Id {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return -((high % 2 ** 20) * 2 ** 32 + low + 1)
}
