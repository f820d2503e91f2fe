import type { Id } from '../access/access.ts'

/**
 * Parses an id: a positive safe integer, or its decimal text without sign, spaces or leading zeros. Null for anything
 * else, so that `[1]`, `"0x1"` and `" 1"` are not converted to the id 1 by JavaScript.
 */
export function readId(value: unknown): Id | null {
  const id =
    typeof value === 'number' ? value : typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
