import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import { isPlain } from '../entity/plain.ts'
import { whereOf } from '../query/filters.ts'
import { matches } from '../query/matches.ts'
import type { Store } from '../store/store.ts'
import { keeper } from './keeper.ts'
import { toQuery } from './query.ts'
import { call, type Result } from './result.ts'
import type { Offer } from './offer.ts'
import type { shapesOf } from './shapes.ts'

/** Where records are read: at the root of an entity, or below its parents. */
export interface Place<E extends Entity> {
  http: $Fetch
  store: Store
  entity: E
  path: string
  /** The parents that the path is below. */
  params: Readonly<Record<string, Id | string>>
  user: () => { readonly id: Id } | null
  offer: Offer
  /** Whether the path is the one across all parents. */
  isRoot: boolean
  shapes: ReturnType<typeof shapesOf<E>>
}

/** The time before any change. */
const BEGINNING = '1970-01-01T00:00:00.000Z'
/** The status of an answer that is as it was (RFC 9110, 15.4.5). */
const NOT_MODIFIED = 304
/** Ids in one request, which all fit into an address. */
const MOST_IDS = 200

type Filters = Readonly<Record<string, unknown>>

/** What filters mean at a place, as a condition. */
export const whereIn = <E extends Entity>({ entity, params, user }: Place<E>, filters: Filters) =>
  whereOf(entity, { ...params, ...filters }, { user: user() ?? { id: 0 } })

/** A question, and what was known to answer it. */
interface Question<E extends Entity> extends Place<E> {
  readonly filters: Filters
  readonly where: ReturnType<typeof whereIn<E>>
  readonly before: Map<Id, RecordOf<E>>
}

/** A record that changed during the request is newer than the answer, and stays. */
function settle<E extends Entity>(
  { store, entity, where, before }: Question<E>,
  ids: readonly Id[],
  since: string | null,
) {
  for (const id of ids) before.delete(id)
  if (before.size) store.of(entity).evict((record) => before.get(record.id) === record, 'remote')
  store.answered(entity, where, ids, since)
}

async function fetchWhole<E extends Entity>(question: Question<E>): Promise<Result<RecordOf<E>[]>> {
  const { http, store, entity, path, filters, where, shapes } = question
  const { asRecords } = shapes
  const keep = keeper(store, entity)
  const query = toQuery(filters)
  // A search finds only some of the records that match.
  if (filters.search) return keep(call(http, path, { query }, asRecords), (list, put) => put(list))
  const [asked, tag, ids] = [store.cleared.peek(), store.since(entity, where), [...store.idsOf(entity, where)]]
  const held = () => ids.flatMap((id) => store.of(entity).peek(id) ?? [])
  const isHeld = tag !== null && held().length === ids.length
  let marked: string | null = null
  const answer = await keep(
    call(http, path, { query, ...(isHeld && { headers: { 'If-None-Match': tag } }) }, (body, headers) => {
      marked = headers?.get('ETag') ?? null
      return asRecords(body)
    }),
    (list, put) => {
      const records = put(list)
      settle(
        question,
        list.map(({ id }) => id),
        marked,
      )
      return records
    },
  )
  if (answer.ok || answer.status !== NOT_MODIFIED || !isHeld || store.cleared.peek() !== asked) return answer
  settle(question, ids, tag)
  return { ok: true, data: held() }
}

async function fetchChanges<E extends Entity>(question: Question<E>): Promise<Result<RecordOf<E>[]>> {
  const { http, store, entity, path, filters, where, shapes } = question
  const collection = store.of(entity)
  const asked = store.cleared.peek()
  const since = store.since(entity, where) ?? BEGINNING
  const answer = await call(http, path, { query: toQuery({ ...filters, since }) }, shapes.asChanges)
  if (!answer.ok) {
    const { current: _, ...failure } = answer
    return failure
  }
  const { data, ids, as_of } = answer.data
  if (store.cleared.peek() !== asked) return { ok: true, data }
  collection.put(data)
  // These came into sight without a change of their own.
  const missing = ids.filter((id) => !collection.peek(id))
  for (let from = 0; from < missing.length; from += MOST_IDS) {
    const query = toQuery({ ...filters, id: missing.slice(from, from + MOST_IDS) })
    const found = await keeper(store, entity)(call(http, path, { query }, shapes.asRecords), (list, put) => put(list))
    if (!found.ok) return found
  }
  if (store.cleared.peek() !== asked) return { ok: true, data }
  settle(question, ids, as_of)
  return { ok: true, data: ids.flatMap((id) => collection.peek(id) ?? []) }
}

/**
 * Fetches every record that filters match, and drops from the store what the answer no longer has. Where the server
 * announces it, only what changed since its last answer is transferred, or of lists that depend on more than their
 * records, nothing if they are as they were.
 */
export async function fetchAll<E extends Entity>(place: Place<E>, filters: Filters): Promise<Result<RecordOf<E>[]>> {
  const { store, entity, params, offer, isRoot } = place
  const where = whereIn(place, filters)
  const known = store.query({ entity, where }).items.peek()
  const question = { ...place, filters, where, before: new Map(known.map((item) => [item.peek().id, item.peek()])) }
  if (isPlain(entity) && offer.supports('since') && !filters.search) return fetchChanges(question)
  const lacking = { ok: true as const, data: [] }
  if (isRoot) return fetchWhole(question)
  const found = offer.finds(entity, params)
  const isThere = found === true || (await found)
  if (isThere === null) return { ok: false, status: 404, message: '', errors: {} }
  if (!isThere) {
    settle(question, [], null)
    return lacking
  }
  const answer = await fetchWhole(question)
  if (await offer.answered(entity, params, answer.ok ? 200 : answer.status)) {
    settle(question, [], null)
    return lacking
  }
  if (!answer.ok || offer.announces() !== false) return answer
  // A server may not know the filters that the specification does not name.
  return { ...answer, data: answer.data.filter((record) => matches(where, record) !== false) }
}
