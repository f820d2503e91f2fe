import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import { pathOf, rootPathOf, type DraftOf, type Entity } from '../entity/entity.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import { addressOf, isSpecifiedAt } from '../entity/specification.ts'
import { whereOf } from '../query/filters.ts'
import { matches } from '../query/matches.ts'
import { isRecord, type Store } from '../store/store.ts'
import { bodyOf } from './body.ts'
import type { Kept } from '../kept/kept.ts'
import { keptNothing } from '../kept/nothing.ts'
import { first, keeper } from './keeper.ts'
import { toQuery } from './query.ts'
import type { Api, Reading, Resource, UploadDraft } from './resource.ts'
import { call, type Failure, type Result } from './result.ts'
import { createFetchAll } from './fetch-all.ts'
import { everything, type Offer } from './offer.ts'
import { acrossParents, parentsIn } from './across.ts'
import { asHistory, shapesOf, unwrapped } from './shapes.ts'
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

/**
 * The generic resource of every entity. Requests follow the description, responses go into the store, and failures are
 * returned rather than thrown.
 * @example
 * const saved = await api(beds, { garden_id: 4 }).save({ row: 2 })
 * if (!saved.ok) show(messageOf(saved))
 */
export function createApi({
  http,
  store,
  commit,
  baseURL = '',
  user = () => null,
  kept = keptNothing,
  offer = everything,
}: Deps): Api {
  function reading<E extends Entity>(entity: E, path: string, params: Params = {}): Reading<E> {
    const keep = keeper(store, entity)
    const collection = store.of(entity)
    const { asPage, asRecord } = shapesOf(entity, params)
    const isRoot = path === `/${entity.root}`
    const fetchAll = createFetchAll({ http, store, entity, path, params, user, offer, isRoot })
    // What is below a record that was made here and has not been sent is known here alone.
    const isLocal = Object.values(params).some((value) => isTemporary(Number(value)))
    return {
      async fetch(id) {
        const local = isLocal || isTemporary(id) ? collection.peek(id) : undefined
        if (local) return { ok: true, data: local }
        if (isLocal || isTemporary(id)) return missing(404)
        const found = isRoot || offer.finds(entity, params)
        if (found !== true && (await found) !== true) return missing(404)
        const asked = store.cleared.peek()
        const restoring = kept.restoreRecord(entity, id)
        if (restoring) await restoring
        const before = store.embedded(entity, id)
        const known = collection.peek(id)
        const answer = await keep(call(http, `${path}/${id}`, {}, asRecord), (sent, put) => {
          const record = first(sent, put)
          dropMissing(sent, before)
          return record
        })
        // It is gone, or no longer visible, unless a live event brought it back meanwhile.
        const isGone = !answer.ok && answer.status === 404
        if (store.cleared.peek() !== asked) return answer
        if (answer.ok) {
          kept.seen(entity, id)
          const sent: Readonly<Record<string, unknown>> = answer.data
          for (const { field, entity: child, where, ids } of store.embedded(entity, id))
            if (where && Array.isArray(sent[field])) store.answered(child, where, ids)
        }
        if (!isGone) return answer
        collection.evict((record) => record.id === id && record === known, 'remote')
        if (!collection.peek(id)) kept.gone(entity, id)
        return answer
      },
      async fetchAll(filters = {}) {
        const sent = isLocal ? null : withoutTemporary(filters)
        if (sent === filters) return fetchAll(filters)
        const answer = sent ? await fetchAll(sent) : { ok: true as const, data: [] }
        const where = whereOf(entity, { ...params, ...filters }, { user: user() ?? { id: 0 } })
        if (answer.ok)
          store.answered(
            entity,
            where,
            answer.data.map(({ id }) => id),
          )
        return answer
      },
      async fetchPage(query) {
        if (isLocal) return { ok: true, data: emptyPage }
        const found = isRoot || offer.finds(entity, params)
        const isThere = found === true || (await found)
        if (!isThere) return isThere === null ? missing(404) : { ok: true, data: emptyPage }
        const answer = await keep(call(http, path, { query: toQuery({ page: 1, ...query }) }, asPage), (page, put) => ({
          ...page,
          data: put(page.data),
        }))
        if (!isRoot && (await offer.answered(entity, params, answer.ok ? 200 : answer.status)))
          return { ok: true, data: emptyPage }
        if (!answer.ok || offer.announces() !== false) return answer
        // A server may not know the filters that the specification does not name.
        const where = whereOf(entity, { ...params, ...query }, { user: user() ?? { id: 0 } })
        const data = answer.data.data.filter((record) => matches(where, record) !== false)
        const { total } = answer.data
        const left = total === undefined ? {} : { total: total - answer.data.data.length + data.length }
        return { ...answer, data: { ...answer.data, data, ...left } }
      },
      async ask<T>(query: string, asked?: Record<string, unknown>) {
        if (isLocal) return missing(0)
        if (!answers(entity, query, path, params)) return missing(404)
        // No description covers the response of a query, so the caller gives its type.
        return call(http, `${path}/${query}`, { query: toQuery(asked) }, (body) => unwrapped(body) as T)
      },
    }
  }

  /** Whether the server answers a query at a path: one that announces nothing knows those of the specification. */
  const answers = (entity: Entity, query: string, path: string, params: Params) =>
    offer.announces() !== false ||
    [addressOf(entity, params), entity.root].some(
      (address) => address !== undefined && isSpecifiedAt(entity, `${address}/${query}`) && isAt(address, path),
    )
  /** Whether the server has the address of an entity across its parents. */
  const hasRoot = (entity: Entity) => offer.supports('flat') || isSpecifiedAt(entity, entity.root ?? '')

  function acting<E extends Entity>(entity: E, params: Params, across: boolean): Resource<E>['act'] {
    return async (id, action, body = {}, options = {}) => {
      const drafts = [{ id } as DraftOf<E>]
      const nested = across && !hasRoot(entity) ? parentsIn(entity, store.of(entity).peek(id)) : null
      const place = nested ? { params: nested } : { params, ...(across && { across }) }
      return one(await commit({ entity, ...place, verb: 'act', drafts, action, body }, options))
    }
  }

  /** Reads across all parents: at the root, or below each parent on a server without it. */
  function readingAcross<E extends Entity>(entity: E): Reading<E> {
    const root = reading(entity, rootPathOf(entity))
    if (hasRoot(entity)) return root
    const below = (params: Params) => reading(entity, `/${pathOf(entity.endpoint, params)}`, params)
    const all = (parent: Entity) => reading(parent, `/${pathOf(parent.endpoint)}`)
    return { ...acrossParents({ entity, store, offer, user, below, all }), ask: root.ask }
  }

  function resource<E extends Entity>(entity: E, params: Params = {}): Resource<E> {
    const path = `/${pathOf(entity.endpoint, params)}`
    return {
      ...reading(entity, path, params),
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
      act: acting(entity, params, false),
      actOnAll: async (action, body = {}) => commit({ entity, params, verb: 'act', drafts: [], action, body }),
      history: async (id) =>
        isTemporary(id) ? { ok: true, data: [] } : call(http, `${path}/${id}/history`, {}, asHistory),
    }
  }

  const api = <E extends Entity>(entity: E, params?: Record<string, Id | string>) => resource(entity, params)
  return Object.assign(api, {
    urlOf: (path: string) => baseURL + path,
    reading: <E extends Entity>(entity: E, params: Readonly<Record<string, Id | string>>, across: boolean) =>
      across ? readingAcross(entity) : reading(entity, `/${pathOf(entity.endpoint, params)}`, params),
    across<E extends Entity>(entity: E) {
      return { ...readingAcross(entity), act: acting(entity, {}, true) }
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
