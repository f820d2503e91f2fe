import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import { pathOf, rootPathOf, type DraftOf, type Entity } from '../entity/entity.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import { whereOf } from '../query/filters.ts'
import { isRecord, type Store } from '../store/store.ts'
import { bodyOf } from './body.ts'
import type { Kept } from '../kept/kept.ts'
import { keptNothing } from '../kept/nothing.ts'
import { first, keeper } from './keeper.ts'
import { toQuery } from './query.ts'
import type { Api, Reading, Resource, UploadDraft } from './resource.ts'
import { call, type Failure, type Result } from './result.ts'
import { createFetchAll } from './fetch-all.ts'
import { asHistory, asPage, asRecord, asRecords } from './shapes.ts'
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
  /** Whether the server announces something beyond the specification. */
  supports?: (feature: string) => boolean
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
  supports = () => false,
}: Deps): Api {
  function reading<E extends Entity>(entity: E, path: string, params: Params = {}): Reading<E> {
    const keep = keeper(store, entity)
    const collection = store.of(entity)
    const fetchAll = createFetchAll({ http, store, entity, path, params, user, supports })
    // What is below a record that was made here and has not been sent is known here alone.
    const isLocal = Object.values(params).some((value) => isTemporary(Number(value)))
    return {
      async fetch(id) {
        const local = isLocal || isTemporary(id) ? collection.peek(id) : undefined
        if (local) return { ok: true, data: local }
        if (isLocal || isTemporary(id)) return missing(404)
        const asked = store.cleared.peek()
        const restoring = kept.restoreRecord(entity, id)
        if (restoring) await restoring
        const before = store.embedded(entity, id)
        const known = collection.peek(id)
        const answer = await keep(call(http, `${path}/${id}`, {}, asRecord<E>), (sent, put) => {
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
        if (isLocal) return { ok: true, data: { data: [], current_page: 1, last_page: 1, total: 0 } }
        return keep(call(http, path, { query: toQuery({ page: 1, ...query }) }, asPage<E>), (page, put) => ({
          ...page,
          data: put(page.data),
        }))
      },
      async ask<T>(query: string, params?: Record<string, unknown>) {
        if (isLocal) return missing(0)
        // No description covers the response of a query, so the caller gives its type.
        return call(http, `${path}/${query}`, { query: toQuery(params) }, (body) => body as T)
      },
    }
  }

  function acting<E extends Entity>(entity: E, params: Params, across: boolean): Resource<E>['act'] {
    return async (id, action, body = {}, options = {}) => {
      const drafts = [{ id } as DraftOf<E>]
      return one(
        await commit({ entity, params, verb: 'act', drafts, action, body, ...(across && { across }) }, options),
      )
    }
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
        const { peek } = store.of(entity)
        const data = drafts.map((draft) => (draft.id === undefined ? draft : bodyOf(entity, draft, peek(draft.id))))
        return call(http, `${path}/store_many`, { method: 'POST', body: { data }, query: { dry_run: 1 } }, asRecords<E>)
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
      across ? reading(entity, rootPathOf(entity)) : reading(entity, `/${pathOf(entity.endpoint, params)}`, params),
    across<E extends Entity>(entity: E) {
      const path = rootPathOf(entity)
      return { ...reading(entity, path), act: acting(entity, {}, true) }
    },
  })
}

/** The change that adds a file to a collection. */
export function uploadOf<E extends Entity>(entity: E, params: Params, { files, ...draft }: UploadDraft<E>): Change<E> {
  // The rest of an upload's draft are the fields of a record.
  return { entity, params, verb: 'upload', drafts: [draft as unknown as DraftOf<E>], files }
}

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
