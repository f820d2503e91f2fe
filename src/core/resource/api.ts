import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import { pathOf, rootPathOf, type DraftOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import { addressOf, isSpecifiedAt } from '../entity/specification.ts'
import { matches } from '../query/matches.ts'
import { isRecord, type Store } from '../store/store.ts'
import { bodyOf } from './body.ts'
import type { Kept } from '../kept/kept.ts'
import { keptNothing } from '../kept/nothing.ts'
import { first, keeper } from './keeper.ts'
import { toQuery } from './query.ts'
import type { Api, Reading, Resource, UploadDraft } from './resource.ts'
import { find, type Finding } from './find.ts'
import { call, type Failure, type Result } from './result.ts'
import { fetchAll, whereIn, type Place } from './fetch-all.ts'
import { everything, type Offer } from './offer.ts'
import { acrossParents, parentsIn } from './across.ts'
import { asHistory, asLastChanges, shapesOf, unwrapped } from './shapes.ts'
import type { Change } from '../writes/mutation.ts'
import type { Writes } from '../writes/writes.ts'

type Params = Readonly<Record<string, Id | string>>

interface Deps {
  http: $Fetch
  store: Store
  /** Sends or keeps a change. */
  commit: Writes['commit']
  /** The API's origin; empty for the host the page was loaded from. */
  baseURL?: string
  /** What the server has. */
  offer?: Offer
  /** The signed-in user; some filters depend on it (`mine`). */
  user?: () => { readonly id: Id } | null
  /** The device's copy; without it nothing is kept. */
  kept?: Pick<Kept, 'restoreRecord' | 'seen' | 'gone'>
}

/** What is below a record that was made here and has not been sent is known here alone. */
const isLocal = (params: Params) => Object.values(params).some((value) => isTemporary(Number(value)))

async function fetchOne<E extends Entity>(place: Place<E>, kept: Required<Deps>['kept'], id: Id) {
  const { http, store, entity, path, params, offer, isRoot, shapes } = place
  const collection = store.of(entity)
  if (isLocal(params) || isTemporary(id)) {
    const local = collection.peek(id)
    return local ? { ok: true as const, data: local } : missing(404)
  }
  const found = isRoot || offer.finds(entity, params)
  if (found !== true && (await found) !== true) return missing(404)
  const asked = store.cleared.peek()
  const restoring = kept.restoreRecord(entity, id)
  if (restoring) await restoring
  const before = store.embedded(entity, id)
  const known = collection.peek(id)
  const answer = await keeper(store, entity)(call(http, `${path}/${id}`, {}, shapes.asRecord), (sent, put) => {
    const record = first(sent, put)
    dropMissing(sent, before)
    return record
  })
  if (store.cleared.peek() !== asked) return answer
  if (answer.ok) {
    kept.seen(entity, id)
    const sent: Readonly<Record<string, unknown>> = answer.data
    for (const { field, entity: child, where, ids } of store.embedded(entity, id))
      if (where && Array.isArray(sent[field])) store.answered(child, where, ids)
  } else if (answer.status === 404) {
    // It is gone, or no longer visible, unless a live event brought it back meanwhile.
    collection.evict((record) => record.id === id && record === known, 'remote')
    if (!collection.peek(id)) kept.gone(entity, id)
  }
  return answer
}

/** Fetches all that filters match; what they name that was made here is unknown to the server. */
async function fetchKnown<E extends Entity>(
  place: Place<E>,
  filters: Readonly<Record<string, unknown>>,
): Promise<Result<RecordOf<E>[]>> {
  const sent = isLocal(place.params) ? null : withoutTemporary(filters)
  if (sent === filters) return fetchAll(place, filters)
  const answer = sent ? await fetchAll(place, sent) : { ok: true as const, data: [] }
  if (answer.ok)
    place.store.answered(
      place.entity,
      whereIn(place, filters),
      answer.data.map(({ id }) => id),
    )
  return answer
}

async function fetchPage<E extends Entity>(
  place: Place<E>,
  query: Readonly<Record<string, unknown>>,
): ReturnType<Reading<E>['fetchPage']> {
  const { http, store, entity, path, params, offer, isRoot, shapes } = place
  if (isLocal(params)) return { ok: true, data: emptyPage }
  const found = isRoot || offer.finds(entity, params)
  const isThere = found === true || (await found)
  if (!isThere) return isThere === null ? missing(404) : { ok: true, data: emptyPage }
  const answer = await keeper(store, entity)(
    call(http, path, { query: toQuery({ page: 1, ...query }) }, shapes.asPage),
    (page, put) => ({ ...page, data: put(page.data) }),
  )
  if (!isRoot && (await offer.answered(entity, params, answer.ok ? 200 : answer.status)))
    return { ok: true, data: emptyPage }
  if (!answer.ok || offer.announces() !== false) return answer
  // A server may not know the filters that the specification does not name.
  const where = whereIn(place, query)
  const data = answer.data.data.filter((record) => matches(where, record) !== false)
  const { total } = answer.data
  const left = total === undefined ? {} : { total: total - answer.data.data.length + data.length }
  return { ...answer, data: { ...answer.data, data, ...left } }
}

function reading<E extends Entity>(from: Required<Deps>, entity: E, path: string, params: Params = {}): Reading<E> {
  const { store, http, user, offer, kept } = from
  const isRoot = path === `/${entity.root}`
  const place: Place<E> = { http, store, entity, path, params, user, offer, isRoot, shapes: shapesOf(entity, params) }
  return {
    fetch: (id) => fetchOne(place, kept, id),
    fetchAll: (filters = {}) => fetchKnown(place, filters),
    fetchPage: (query) => fetchPage(place, query),
    async ask<T>(query: string, asked?: Record<string, unknown>) {
      if (isLocal(params)) return missing(0)
      if (!answers(from, entity, query, path, params)) return missing(404)
      // No description covers the response of a query, so the caller gives its type.
      return call(http, `${path}/${query}`, { query: toQuery(asked) }, (body) => unwrapped(body) as T)
    },
  }
}

/** Whether the server answers a query at a path: one that announces nothing knows those of the specification. */
const answers = ({ offer }: Required<Deps>, entity: Entity, query: string, path: string, params: Params) =>
  offer.announces() !== false ||
  [addressOf(entity, params), entity.root].some(
    (address) => address !== undefined && isSpecifiedAt(entity, `${address}/${query}`) && isAt(address, path),
  )

/** Whether the server has the address of an entity across its parents. */
const hasRoot = ({ offer }: Required<Deps>, entity: Entity) =>
  offer.supports('flat') || isSpecifiedAt(entity, entity.root ?? '')

function acting<E extends Entity>(
  from: Required<Deps>,
  entity: E,
  params: Params,
  across: boolean,
): Resource<E>['act'] {
  return async (id, action, body = {}, options = {}) => {
    const drafts = [{ id } as DraftOf<E>]
    const nested = across && !hasRoot(from, entity) ? parentsIn(entity, from.store.of(entity).peek(id)) : null
    const place = nested ? { params: nested } : { params, ...(across && { across }) }
    return one(await from.commit({ entity, ...place, verb: 'act', drafts, action, body }, options))
  }
}

/** Reads across all parents: at the root, or below each parent on a server without it. */
function readingAcross<E extends Entity>(from: Required<Deps>, entity: E): Reading<E> {
  const { store, offer, user } = from
  const root = reading(from, entity, rootPathOf(entity))
  if (hasRoot(from, entity)) return root
  const below = (params: Params) => reading(from, entity, `/${pathOf(entity.endpoint, params)}`, params)
  const all = (parent: Entity) => reading(from, parent, `/${pathOf(parent.endpoint)}`)
  return { ...acrossParents({ entity, store, offer, user, below, all }), ask: root.ask }
}

function resource<E extends Entity>(from: Required<Deps>, entity: E, params: Params = {}): Resource<E> {
  const { commit, offer, store, http } = from
  const path = `/${pathOf(entity.endpoint, params)}`
  return {
    ...reading(from, entity, path, params),
    async save(draft, { basis, ...options } = {}) {
      const change = { entity, params, verb: 'save' as const, drafts: [draft], ...(basis && { basis: [basis] }) }
      return one(await commit(change, options))
    },
    async saveMany(drafts, { dryRun = false, ...options } = {}) {
      if (!dryRun) return commit({ entity, params, verb: 'save', drafts, many: true }, options)
      // A server that has not heard of trying would save.
      if (offer.announces() === false) return { ok: true, data: [] }
      const { peek } = store.of(entity)
      const data = drafts.map((draft) => (draft.id === undefined ? draft : bodyOf(entity, draft, peek(draft.id))))
      return call(
        http,
        `${path}/store_many`,
        { method: 'POST', body: { data }, query: { dry_run: 1 } },
        shapesOf(entity, params).asRecords,
      )
    },
    upload: async (draft, options = {}) => one(await commit(uploadOf(entity, params, draft), options)),
    async remove(id) {
      const answer = await commit({ entity, params, verb: 'delete', drafts: [{ id } as DraftOf<E>] })
      if (answer.ok) return { ...answer, data: id }
      const { current: _, ...failure } = answer
      return failure
    },
    act: acting(from, entity, params, false),
    actMany: async (ids, action, body = {}) => {
      const drafts = ids.map((id) => ({ id }) as DraftOf<E>)
      return commit({ entity, params, verb: 'act', drafts, action, body, many: true }, { online: true })
    },
    actOnAll: async (action, body = {}) => commit({ entity, params, verb: 'act', drafts: [], action, body }),
    history: async (id) =>
      isTemporary(id) ? { ok: true, data: [] } : call(http, `${path}/${id}/history`, {}, asHistory),
    lastChanges: () => call(http, `${path}/last_changes`, {}, asLastChanges),
  }
}

/**
 * The generic resource of every entity. Requests follow the description, responses go into the store, and failures are
 * returned rather than thrown.
 * @example
 * const saved = await api(beds, { garden_id: 4 }).save({ row: 2 })
 * if (!saved.ok) show(messageOf(saved))
 */
export function createApi({
  baseURL = '',
  user = () => null,
  kept = keptNothing,
  offer = everything,
  ...deps
}: Deps): Api {
  const from: Required<Deps> = { ...deps, baseURL, user, kept, offer }
  const api = <E extends Entity>(entity: E, params?: Record<string, Id | string>) => resource(from, entity, params)
  return Object.assign(api, {
    urlOf: (path: string) => baseURL + path,
    find: (asked: Finding) => find(deps.http, asked),
    reading: <E extends Entity>(entity: E, params: Readonly<Record<string, Id | string>>, across: boolean) =>
      across ? readingAcross(from, entity) : reading(from, entity, `/${pathOf(entity.endpoint, params)}`, params),
    across<E extends Entity>(entity: E) {
      return { ...readingAcross(from, entity), act: acting(from, entity, {}, true) }
    },
  })
}

/** The change that adds a file to a collection. */
export function uploadOf<E extends Entity>(entity: E, params: Params, { files, ...draft }: UploadDraft<E>): Change<E> {
  // The rest of an upload's draft are the fields of a record.
  return { entity, params, verb: 'upload', drafts: [draft as unknown as DraftOf<E>], files }
}

const emptyPage = { data: [], current_page: 1, last_page: 1, total: 0 }

/** Whether a path is one of an address, whose parents it has the ids of. */
const isAt = (address: string, path: string) => new RegExp(`^/${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

const missing = (status: number): Failure<never> => ({ ok: false, status, message: '', errors: {} })

/** Filters without temporary ids, which the server does not know; null if nothing is left to ask for. */
function withoutTemporary(filters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const entries = Object.entries(filters).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? value.filter((one) => !isTemporary(one)) : value,
  ])
  const isChanged = entries.some(
    ([name, value]) => Array.isArray(value) && value.length < [filters[name]].flat().length,
  )
  const isEmpty = entries.some(([name, value]) => Array.isArray(value) && !value.length && filters[name] !== value)
  if (!isChanged) return Object.values(filters).some(isTemporary) ? null : filters
  return isEmpty ? null : Object.fromEntries(entries)
}

/** The result of a change of one record. */
function one<R>(result: Result<R[]>): Result<R> {
  if (!result.ok) {
    const { current, ...failure } = result
    return current?.[0] === undefined ? failure : { ...failure, current: current[0] }
  }
  const [record] = result.data
  // The server answered with an empty list, which is not the record that was saved.
  return record === undefined ? { ok: false, status: 200, message: '', errors: {} } : { ...result, data: record }
}

/** Removes records that used to be embedded in a record and no longer are: they were deleted while nobody listened. */
function dropMissing(sent: Record<string, unknown>, before: ReturnType<Store['embedded']>) {
  for (const { field, collection, ids } of before) {
    const came = sent[field]
    if (!Array.isArray(came) || !ids.length) continue
    const there = new Set(came.filter(isRecord).map(({ id }) => id))
    const gone = new Set(ids.filter((id) => !there.has(id)))
    collection.evict(({ id }) => gone.has(id), 'remote')
  }
}
