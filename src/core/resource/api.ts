import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import { pathOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { isRecord, type Store } from '../store/store.ts'
import { bodyOf } from './body.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import { first, keeper } from './keeper.ts'
import { toQuery } from './query.ts'
import type { Api, Reading, Resource } from './resource.ts'
import { call, type CallOptions, type Result } from './result.ts'
import type { SendFile } from './resumable.ts'
import type { Uploader, UploadOptions } from './upload.ts'
import { createFetchAll } from './fetch-all.ts'
import { asHistory, asPage, asRecord, asRecords } from './shapes.ts'
import { confirmedIn, confirming, type ConfirmWarnings } from './warnings.ts'

interface Deps {
  http: $Fetch
  store: Store
  /** Sends uploads; not needed where there are no files. */
  uploader?: Uploader
  /** Sends files resumably, where the server takes them so. */
  sendFile?: () => SendFile | null
  /** The API's origin; empty for the host the page was loaded from. */
  baseURL?: string
  /** Asks about warnings; without it they are failures. */
  confirm?: ConfirmWarnings
  /** Whether the server announces something beyond the specification. */
  supports?: (feature: string) => boolean
  /** The signed-in user, whom some filters depend on. */
  user?: () => { readonly id: Id } | null
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
  uploader,
  sendFile,
  baseURL = '',
  confirm,
  user = () => null,
  supports = () => false,
}: Deps): Api {
  const keys = createIdempotencyKeys()

  function reading<E extends Entity>(
    entity: E,
    path: string,
    params: Readonly<Record<string, Id | string>> = {},
  ): Reading<E> {
    const keep = keeper(store, entity)
    const collection = store.of(entity)
    return {
      async fetch(id) {
        const before = store.embedded(entity, id)
        const known = collection.peek(id)
        const answer = await keep(call(http, `${path}/${id}`, {}, asRecord<E>), (sent, put) => {
          const record = first(sent, put)
          dropMissing(sent, before)
          return record
        })
        // It is gone, or no longer visible, unless a live event brought it back meanwhile.
        const isGone = !answer.ok && answer.status === 404
        if (isGone) collection.evict((record) => record.id === id && record === known, 'remote')
        return answer
      },
      fetchAll: createFetchAll({ http, store, entity, path, params, user, supports }),
      fetchPage: (query) =>
        keep(call(http, path, { query: toQuery({ page: 1, ...query }) }, asPage<E>), (page, put) => ({
          ...page,
          data: put(page.data),
        })),
      ask: <T>(query: string, params?: Record<string, unknown>) =>
        // No description covers the response of a query, so the caller gives its type.
        call(http, `${path}/${query}`, { query: toQuery(params) }, (body) => body as T),
    }
  }

  function acting<E extends Entity>(entity: E, path: string): Resource<E>['act'] {
    const keep = keeper(store, entity)
    return (id, action, body = {}) =>
      confirming(confirm, (codes) => {
        const sent = { method: 'POST' as const, body: { ...body, ...confirmedIn(codes) } }
        return keep(call(http, `${path}/${id}/${action}`, sent, asRecord<E>), first, 'local')
      })
  }

  function resource<E extends Entity>(entity: E, params: Record<string, Id | string> = {}): Resource<E> {
    const path = `/${pathOf(entity.endpoint, params)}`
    const collection = store.of(entity)
    const keep = keeper(store, entity)
    const read = reading(entity, path, params)
    const one = (at: string, options: CallOptions) => keep(call(http, at, options, asRecord<E>), first, 'local')
    /** Sends a file in as many requests as it takes, and then attaches it in one. */
    async function attach(
      send: SendFile,
      file: File,
      draft: object,
      codes: readonly string[],
      options: UploadOptions,
    ): Promise<Result<RecordOf<E>>> {
      const sent = await send(file, { ...options, for: path })
      if (!sent.ok) return sent
      const body = { ...draft, upload_id: sent.data, ...confirmedIn(codes) }
      return call(http, path, { method: 'POST', body }, asRecord<E>)
    }

    return {
      ...read,
      async save(draft) {
        const { id } = draft
        return confirming(confirm, async (codes) => {
          if (id !== undefined) {
            const body = { ...bodyOf(entity, draft, collection.peek(id)), ...confirmedIn(codes) }
            return one(`${path}/${id}`, { method: 'PATCH', body })
          }
          const headers = { 'Idempotency-Key': keys.keyFor(draft) }
          const body = { ...draft, ...confirmedIn(codes) }
          return settle(draft, await one(path, { method: 'POST', body, headers }))
        })
      },
      async saveMany(drafts, { dryRun = false } = {}) {
        const data = drafts.map((draft) =>
          draft.id === undefined ? draft : bodyOf(entity, draft, collection.peek(draft.id)),
        )
        const at = `${path}/store_many`
        if (dryRun) return call(http, at, { method: 'POST', body: { data }, query: { dry_run: 1 } }, asRecords<E>)
        return confirming(confirm, async (codes) => {
          const headers = { 'Idempotency-Key': keys.keyFor(drafts) }
          const sent = call(http, at, { method: 'POST', body: { data, ...confirmedIn(codes) }, headers }, asRecords<E>)
          return settle(drafts, await keep(sent, (list, put) => put(list), 'local'))
        })
      },
      async upload({ files, ...draft }, options = {}) {
        if (!uploader) throw new Error('This api was made without an uploader.')
        return confirming(confirm, async (codes) => {
          const sending = { ...options, key: keys.keyFor(files) }
          const { file } = files
          const resumable = sendFile?.()
          const sent =
            resumable && file
              ? attach(resumable, file, draft, codes, sending)
              : uploader(path, formOf(draft, files, codes), asRecord<E>, sending)
          return settle(files, await keep(sent, first, 'local'))
        })
      },
      async remove(id) {
        const deleting = (codes: readonly string[]) =>
          call(http, `${path}/${id}`, { method: 'DELETE', ...(codes.length && { body: confirmedIn(codes) }) }, () => id)
        const answer = await confirming(confirm, deleting, 'delete')
        if (answer.ok) collection.remove([id], 'local')
        return answer
      },
      act: acting(entity, path),
      history: (id) => call(http, `${path}/${id}/history`, {}, asHistory),
    }
  }

  function settle<T>(draft: object, result: Result<T>): Result<T> {
    // After a 5xx the outcome is unknown: the server may have saved, and a proxy may have lost the response. Whoever is
    // signed out goes on with the same after signing in.
    const isOpen = !result.ok && (result.status === 0 || result.status >= 500 || [401, 419].includes(result.status))
    if (!isOpen) keys.answered(draft)
    return result
  }

  const api = <E extends Entity>(entity: E, params?: Record<string, Id | string>) => resource(entity, params)
  return Object.assign(api, {
    urlOf: (path: string) => baseURL + path,
    reading: <E extends Entity>(entity: E, params: Readonly<Record<string, Id | string>>, across: boolean) =>
      across ? reading(entity, rootOf(entity)) : reading(entity, `/${pathOf(entity.endpoint, params)}`, params),
    across<E extends Entity>(entity: E) {
      const path = rootOf(entity)
      return { ...reading(entity, path), act: acting(entity, path) }
    },
  })
}

/** @throws for an entity without a root */
function rootOf({ name, root }: Entity): string {
  if (root === undefined) throw new Error(`"${name}" has no root to be read at across its parents.`)
  return `/${root}`
}

/** An upload's form; a list has one entry for each of its values, as Laravel reads them. */
function formOf(draft: object, files: Readonly<Record<string, File | undefined>>, confirmed: readonly string[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(draft))
    if (value !== null && value !== undefined) form.append(name, String(value))
  for (const [at, code] of confirmed.entries()) form.append(`confirmed[${at}]`, code)
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file, file.name)
  return form
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
