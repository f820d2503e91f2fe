import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import type { FoundItem } from '../query/found-item.ts'
import { isObject } from '#lib/is-object.ts'
import { call, type Result } from './result.ts'

/** What the server found in all kinds of records (rule find), the best first. */
export interface Found {
  readonly items: readonly FoundItem[]
  /** How many of each kind there are, and whether there may be more. */
  readonly counts: Readonly<Record<string, { readonly count: number; readonly more: boolean }>>
  /** Whether nothing has the words themselves. */
  readonly similar: boolean
}

/** What is sought, in which kind if not in all, and whose jobs come first. */
export interface Finding {
  readonly text: string
  readonly kind: string | null
  readonly near: readonly Id[]
  readonly signal: AbortSignal
}

const isFound = (body: unknown): body is Found =>
  isObject(body) && Array.isArray(body.items) && isObject(body.counts) && typeof body.similar === 'boolean'

/** Asks a server that has the feature `search`. */
export const find = (http: $Fetch, { text, kind, near, signal }: Finding): Promise<Result<Found>> =>
  call(
    http,
    '/api/search',
    { query: { q: text, 'near[]': near, ...(kind !== null && { 'kinds[]': kind }) }, signal },
    (body) => (isFound(body) ? body : undefined),
  )
