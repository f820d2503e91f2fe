import type { $Fetch } from 'ofetch'
import { pathOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { keeper } from '../resource/keeper.ts'
import { call, type Failure, type Result } from '../resource/result.ts'
import { asRecord, asRecords } from '../resource/shapes.ts'
import { confirmedIn } from '../resource/warnings.ts'
import type { Store } from '../store/store.ts'
import type { Kept } from './outbox.ts'

/** How long to wait for a response before the network counts as down, in milliseconds. */
const TIMEOUT = 20_000

export type Sending = Pick<Kept, 'entity' | 'params' | 'drafts' | 'key' | 'confirmed'>
export type Answer = Result<RecordOf<Entity>[]>

interface Deps {
  http: $Fetch
  store: Store
  entities: readonly Entity[]
}

/**
 * Sends a save with its key, a change of a single record as PATCH and all else to store_many; results go into the
 * store.
 */
export const createDelivery =
  ({ http, store, entities }: Deps) =>
  async ({ entity: name, params, drafts, key, confirmed }: Sending): Promise<Answer> => {
    const entity = entities.find((one) => one.name === name)
    // The item was stored by another version of the app in the same browser, and this one does not have the entity.
    if (!entity) return { ok: false, status: 500, message: '', errors: {} }
    const path = `/${pathOf(entity.endpoint, params)}`
    const options = { headers: { 'Idempotency-Key': key }, timeout: TIMEOUT }
    const [first, ...more] = drafts
    const codes = confirmedIn(confirmed)
    const sent =
      first?.id !== undefined && !more.length
        ? call(http, `${path}/${first.id}`, { ...options, method: 'PATCH', body: { ...first, ...codes } }, saved)
        : call(http, `${path}/store_many`, { ...options, method: 'POST', body: { data: drafts, ...codes } }, saved)
    return keeper(store, entity)(sent, (list, put) => put(list), 'local')
  }

/** The saved records, whether the response has one or many. */
function saved(body: unknown): RecordOf<Entity>[] | undefined {
  const one = asRecord(body)
  return one ? [one] : asRecords(body)
}

/** True when the server says that nobody is signed in. */
export const isSignedOut = ({ status }: Failure): boolean => status === 401 || status === 419

const busy = [408, 425, 429]

/**
 * Whether the server rejected the save for good. Any other failure (no response, a response that is not data, a server
 * that is failing or busy, an ended session) says nothing about the save itself.
 */
export const isRefusal = (failure: Failure): boolean =>
  failure.status >= 400 && failure.status < 500 && !busy.includes(failure.status) && !isSignedOut(failure)
