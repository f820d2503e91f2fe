import { batch } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import { pathOf, rootPathOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { keeper } from '../resource/keeper.ts'
import { toQuery } from '../resource/query.ts'
import type { SendFile } from '../resource/resumable.ts'
import { call, type CallOptions, type Failure, type Result } from '../resource/result.ts'
import { asUndone, shapesOf } from '../resource/shapes.ts'
import type { Uploader } from '../resource/upload.ts'
import { confirmedIn } from '../resource/warnings.ts'
import type { Store } from '../store/store.ts'
import { withEmptied } from './emptied.ts'
import type { Mutation } from './mutation.ts'

/** How long to wait for a response before the network counts as down, in milliseconds. */
const TIMEOUT = 20_000

export type Sending = Pick<
  Mutation,
  'verb' | 'params' | 'drafts' | 'many' | 'key' | 'across' | 'action' | 'body' | 'files' | 'confirmed' | 'upload_url'
>
/** An answer, with the records as the server told them, where the store may have newer versions of them. */
export type Answer = Result<RecordOf<Entity>[]> & { readonly told?: readonly RecordOf<Entity>[] }

export interface DeliveryDeps {
  http: $Fetch
  store: Store
  /** Sends uploads as forms; not needed where there are no files. */
  uploader?: Uploader
  /** Sends files resumably, where the server takes them so. */
  sendFile?: () => SendFile | null
}

/** How a delivery is followed and stopped. */
export interface DeliveryOptions {
  /** The share of a file that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Called with the address at which the server keeps what it has received of a file. */
  onUploadUrl?: (url: string) => void
}

async function deliver(
  deps: DeliveryDeps,
  entity: Entity,
  mutation: Sending,
  options: DeliveryOptions = {},
): Promise<Answer> {
  const { http, store } = deps
  if (mutation.verb === 'undo') return undo(deps, mutation)
  const { verb, params, drafts, many, key, across, action, body } = mutation
  const path = across ? rootPathOf(entity) : `/${pathOf(entity.endpoint, params)}`
  const codes = confirmedIn(mutation.confirmed)
  const saved = shapesOf(entity, params).asSaved
  const [draft = {}] = drafts
  const { id } = draft
  const send = (at: string, method: 'POST' | 'PATCH' | 'DELETE', sent: object) => {
    const request: CallOptions = { method, body: { ...sent, ...codes }, timeout: TIMEOUT }
    return call(http, at, { ...request, headers: { 'Idempotency-Key': key } }, saved)
  }
  const whole = (one: RecordOf<Entity>) => withEmptied(entity, mutation, one, store.of(entity).peek(one.id))
  async function keep(sent: Promise<Answer>): Promise<Answer> {
    const answer = await keeper(store, entity)(sent, (list, put) => put(list.map(whole)), 'local')
    const told = await sent
    return told.ok ? { ...answer, told: told.data } : answer
  }

  if (verb === 'delete' && id !== undefined) {
    const asked = store.cleared.peek()
    const headers = { 'Idempotency-Key': key }
    const confirming = mutation.confirmed && { body: codes }
    const options: CallOptions = { method: 'DELETE', headers, timeout: TIMEOUT, ...confirming }
    const answer = await call(http, `${path}/${id}`, options, () => [])
    if (answer.ok && store.cleared.peek() === asked) store.of(entity).remove([id], 'local')
    return answer
  }
  if (verb === 'act' && many) {
    const { confirmed, ...fields }: { confirmed?: unknown } = body ?? {}
    const data = drafts.map((one) => ({ ...fields, id: one.id }))
    return keep(send(`${path}/act_many`, 'POST', { action, data, ...(confirmed !== undefined && { confirmed }) }))
  }
  if (verb === 'act') return keep(send([path, id, action].filter(isGiven).join('/'), 'POST', body ?? {}))
  if (verb === 'upload')
    return keep(upload(deps, id === undefined ? path : `${path}/${id}/upload_version`, saved, mutation, options))
  if (many) return keep(send(`${path}/store_many`, 'POST', { data: drafts }))
  return keep(id === undefined ? send(path, 'POST', draft) : send(`${path}/${id}`, 'PATCH', draft))
}

/** Has the server take back a change, and takes in what that made of the records. */
async function undo({ store, http }: DeliveryDeps, { body, key, confirmed }: Sending): Promise<Answer> {
  const asked = store.cleared.peek()
  const headers = { 'Idempotency-Key': key }
  const request: CallOptions = {
    method: 'POST',
    body: { ...body, ...confirmedIn(confirmed) },
    headers,
    timeout: TIMEOUT,
  }
  const answer = await call(http, '/api/undo', request, asUndone)
  if (!answer.ok) return { ...answer, current: [] }
  if (store.cleared.peek() === asked)
    batch(() => {
      for (const [name, records] of answer.data.saved) store.byName(name)?.put(records, 'local')
      for (const [name, ids] of answer.data.deleted) store.byName(name)?.remove(ids, 'local')
    })
  return { ok: true, data: [], notUndone: answer.data.left }
}

/** The visible record with the same natural key as a draft. */
async function find(
  { http }: DeliveryDeps,
  entity: Entity,
  { params }: Sending,
  draft: object,
): Promise<RecordOf<Entity> | undefined> {
  const values: Readonly<Record<string, unknown>> = { ...params, ...draft }
  const query = toQuery(Object.fromEntries(entity.natural.map((name) => [name, values[name]])))
  const path = `/${pathOf(entity.endpoint, params)}`
  const answer = await call(http, path, { query, timeout: TIMEOUT }, shapesOf(entity, params).asRecords)
  return answer.ok
    ? answer.data.find((record: Readonly<Record<string, unknown>>) =>
        entity.natural.every((name) => String(record[name]) === String(values[name])),
      )
    : undefined
}

/** Sends a file in as many requests as it takes and attaches it in one, or all in one form. */
async function upload(
  { sendFile, uploader, http }: DeliveryDeps,
  path: string,
  saved: Saved,
  mutation: Sending,
  options: DeliveryOptions,
): Promise<Answer> {
  const { files = {}, key, confirmed = [], upload_url } = mutation
  const { id: _, ...draft } = mutation.drafts[0] ?? {}
  const { file } = files
  const resumable = sendFile?.()
  if (!resumable || !file) {
    if (!uploader) throw new Error('Uploads need an uploader.')
    return uploader(path, formOf(draft, files, confirmed), saved, { ...options, key })
  }
  const { onUploadUrl, ...rest } = options
  const sent = await resumable(file, {
    ...rest,
    key,
    for: path,
    ...(upload_url && { url: upload_url }),
    ...(onUploadUrl && { onUrl: onUploadUrl }),
  })
  if (!sent.ok) return sent
  const body = { ...draft, upload_id: sent.data, ...confirmedIn(confirmed) }
  return call(http, path, { method: 'POST', body, headers: { 'Idempotency-Key': key }, timeout: TIMEOUT }, saved)
}

/** Sends changes with their keys, and puts the answers' records into the store. */
export const createDelivery = (deps: DeliveryDeps) => ({
  deliver: (entity: Entity, mutation: Sending, options?: DeliveryOptions) => deliver(deps, entity, mutation, options),
  find: (entity: Entity, mutation: Sending, draft: object) => find(deps, entity, mutation, draft),
})

type Saved = (body: unknown) => RecordOf<Entity>[] | undefined

/** An upload's form; a list has one entry for each of its values, as Laravel reads them. */
function formOf(draft: object, files: Readonly<Record<string, File | undefined>>, confirmed: readonly string[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(draft))
    if (value !== null && value !== undefined) form.append(name, String(value))
  for (const [at, code] of confirmed.entries()) form.append(`confirmed[${at}]`, code)
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file, file.name)
  return form
}

/** The path of an action on the whole collection has no id. */
const isGiven = (part: unknown) => part !== undefined

/** True when the server says that nobody is signed in. */
export const isSignedOut = ({ status }: Failure): boolean => status === 401 || status === 419

const busy = [408, 423, 425, 429]

/**
 * Whether the server rejected the change for good. Any other failure (no response, a response that is not data, a server
 * that is failing or busy, an ended session) says nothing about the change itself.
 */
export const isRefusal = (failure: Failure): boolean =>
  failure.status >= 400 && failure.status < 500 && !busy.includes(failure.status) && !isSignedOut(failure)

/** The ids of created records, by their temporary ones. */
export const idsOf = ({ made }: Pick<Mutation, 'made'>, saved: readonly { id: Id }[]): Map<Id, Id> =>
  new Map(made.flatMap((temporary, at) => (saved[at] ? [[temporary, saved[at].id]] : [])))
