import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import { parentsOf, pathOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { isObject } from '../entity/parse.ts'
import { isRecord, type Collection, type Store } from '../store/store.ts'
import { bodyOf } from './body.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import { toQuery } from './query.ts'
import type { Api, Page, Reading, Resource } from './resource.ts'
import { call, type Result } from './result.ts'

interface Deps {
  http: $Fetch
  store: Store
}

/**
 * The generic resource of every entity: requests go by the description, answers go into the store, failures are values.
 * @example
 * const saved = await api(beds, { garden_id: 4 }).save({ row: 2 })
 * if (!saved.ok) show(messageOf(saved))
 */
export function createApi({ http, store }: Deps): Api {
  const keys = createIdempotencyKeys()

  function reading<E extends Entity>(entity: E, path: string): Reading<E> {
    const keep = keeper(store, entity)
    return {
      fetchAll: (filters) => keep(call(http, path, { query: toQuery(filters) }, records<E>), (list, put) => put(list)),
      fetchPage: (query) =>
        keep(call(http, path, { query: toQuery({ page: 1, ...query }) }, page<E>), (page, put) => ({
          ...page,
          data: put(page.data),
        })),
      ask: <T>(query: string, params?: Record<string, unknown>) =>
        // What a question answers is between its two ends; its asker names the type.
        call(http, `${path}/${query}`, { query: toQuery(params) }, (body) => body as T),
    }
  }

  function resource<E extends Entity>(entity: E, params: Record<string, Id | string> = {}): Resource<E> {
    const path = `/${pathOf(entity.endpoint, params)}`
    const collection = store.of(entity)
    const keep = keeper(store, entity)
    const read = reading(entity, path)
    const one = (at: string, options: Parameters<typeof call>[2], source?: 'local') =>
      keep(call(http, at, options, record<E>), (saved, put) => put([saved])[0] ?? saved, source)

    return {
      ...read,
      fetch: (id) => one(`${path}/${id}`, {}),
      async refresh() {
        const before = idsBelow(collection, entity, params)
        const answer = await read.fetchAll()
        if (!answer.ok) return answer
        const there = new Set(answer.data.map(({ id }) => id))
        collection.remove(
          before.filter((id) => !there.has(id)),
          'remote',
        )
        return answer
      },
      async save(draft) {
        const { id } = draft
        if (id !== undefined) {
          const body = bodyOf(entity, draft, collection.peek(id))
          return one(`${path}/${id}`, { method: 'PATCH', body }, 'local')
        }
        const headers = { 'Idempotency-Key': keys.keyFor(draft) }
        return settle(draft, await one(path, { method: 'POST', body: draft, headers }, 'local'))
      },
      async saveMany(drafts) {
        const headers = { 'Idempotency-Key': keys.keyFor(drafts) }
        const data = drafts.map((draft) =>
          draft.id === undefined ? draft : bodyOf(entity, draft, collection.peek(draft.id)),
        )
        const sent = call(http, `${path}/store_many`, { method: 'POST', body: { data }, headers }, records<E>)
        return settle(drafts, await keep(sent, (list, put) => put(list), 'local'))
      },
      async remove(id) {
        const answer = await call(http, `${path}/${id}`, { method: 'DELETE' }, () => id)
        if (answer.ok) collection.remove([id], 'local')
        return answer
      },
      act: (id, action, body = {}) => one(`${path}/${id}/${action}`, { method: 'POST', body }, 'local'),
    }
  }

  function settle<T>(draft: object, result: Result<T>): Result<T> {
    if (result.ok || result.status !== 0) keys.answered(draft)
    return result
  }

  const api = <E extends Entity>(entity: E, params?: Record<string, Id | string>) => resource(entity, params)
  return Object.assign(api, {
    across<E extends Entity>(entity: E) {
      if (entity.root === undefined) throw new Error(`"${entity.name}" has no root to be read at across its parents.`)
      return reading(entity, `/${entity.root}`)
    },
  })
}

/**
 * Puts what an answer brought into the store and hands on what is held then, unless whoever asked has signed out
 * meanwhile: nothing of theirs is kept for the next.
 */
const keeper =
  <E extends Entity>(store: Store, entity: E) =>
  async <T>(
    asking: Promise<Result<T>>,
    keep: (data: T, put: (records: RecordOf<E>[]) => RecordOf<E>[]) => T,
    source?: 'local',
  ): Promise<Result<T>> => {
    const asked = store.cleared.peek()
    const answer = await asking
    if (store.cleared.peek() !== asked) return answer
    const put = (records: RecordOf<E>[]) => store.of(entity).put(records, answer.ok ? source : undefined)
    if (answer.ok) return { ...answer, data: keep(answer.data, put) }
    return answer.current === undefined ? answer : { ...answer, current: keep(answer.current, put) }
  }

/** Ids held under these parents. */
function idsBelow<E extends Entity>(collection: Collection<E>, entity: E, params: Record<string, Id | string>): Id[] {
  const parents = parentsOf(entity.endpoint)
  const below = (held: Record<string, unknown>) =>
    parents.every((field) => String(held[field]) === String(params[field]))
  return collection.all.peek().flatMap((item) => (below({ ...item.peek() }) ? [item.peek().id] : []))
}

const record = <E extends Entity>(body: unknown) => (isRecord<E>(body) ? body : undefined)
const records = <E extends Entity>(body: unknown) => (Array.isArray(body) && body.every(isRecord<E>) ? body : undefined)

function page<E extends Entity>(body: unknown): Page<RecordOf<E>> | undefined {
  if (!isObject(body)) return undefined
  const data = records<E>(body.data)
  const { current_page, last_page, per_page, total } = body
  if (!data || typeof current_page !== 'number' || typeof last_page !== 'number') return undefined
  return {
    data,
    current_page,
    last_page,
    ...(typeof per_page === 'number' && { per_page }),
    ...(typeof total === 'number' && { total }),
  }
}
