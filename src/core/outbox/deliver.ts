import type { $Fetch } from 'ofetch'
import { pathOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { keeper } from '../resource/keeper.ts'
import { call, type Failure, type Result } from '../resource/result.ts'
import { asRecord, asRecords } from '../resource/shapes.ts'
import { confirmedIn } from '../resource/warnings.ts'
import type { Store } from '../store/store.ts'
import type { Kept } from './outbox.ts'

/** How long an answer may take, in milliseconds, before the network counts as gone. */
const TIMEOUT = 20_000

export type Sending = Pick<Kept, 'entity' | 'params' | 'drafts' | 'key' | 'confirmed'>
export type Answer = Result<RecordOf<Entity>[]>

interface Deps {
  http: $Fetch
  store: Store
  entities: readonly Entity[]
}

/** Sends a save under its key: one change of one record as PATCH, all else through store_many; answers go into the store. */
export const createDelivery =
  ({ http, store, entities }: Deps) =>
  async ({ entity: name, params, drafts, key, confirmed }: Sending): Promise<Answer> => {
    const entity = entities.find((one) => one.name === name)
    // A version of the app that does not know it, of two in one browser.
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

/** What was saved, one or many alike. */
function saved(body: unknown): RecordOf<Entity>[] | undefined {
  const one = asRecord(body)
  return one ? [one] : asRecords(body)
}

/** Nobody is signed in, as far as the server knows. */
export const isSignedOut = ({ status }: Failure): boolean => status === 401 || status === 419

const busy = [408, 425, 429]

/**
 * Whether an answer is the server's no, which it would say again. All else (no answer, a page that is no data, a server
 * in trouble or too busy, nobody signed in) says nothing of the save.
 */
export const isRefusal = (failure: Failure): boolean =>
  failure.status >= 400 && failure.status < 500 && !busy.includes(failure.status) && !isSignedOut(failure)
