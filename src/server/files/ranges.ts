import type { Range } from './file-store.ts'

/**
 * The range of bytes that a request asks for (RFC 9110): `null` for the whole file, also where the header makes no sense
 * or names several ranges; `'unsatisfiable'` when none of it exists.
 */
export function rangeIn(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Number(last)
    return length ? { start: Math.max(0, size - length), end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
