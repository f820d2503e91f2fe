import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import { verbs, type Id } from '../access/access.ts'
import { attachmentFields, parentsOf, pathOf, type Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { readId } from '../entity/id.ts'
import { addressOf, isSpecifiedAt } from '../entity/specification.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import { isObject } from '#lib/is-object.ts'
import type { Store } from '../store/store.ts'
import { parentsIn } from './across.ts'
import { call, type Result } from './result.ts'
import { AWAY, type Retries } from './retries.ts'

type Params = Readonly<Record<string, Id | string>>

/**
 * What the server offers (rule stock-servers). One that announces nothing has what the specification names; any other
 * collection is there once it has answered, and one that was refused as unknown is not asked for again in the session.
 */
export interface Offer {
  /** False for a server that announces nothing; null while that is unknown. */
  announces(): boolean | null
  /** Whether the server announces something beyond the specification. */
  supports(feature: string): boolean
  /** Tracked: whether it has the collection; undefined while that is being found out. */
  has(entity: Entity, params?: Params): boolean | undefined
  /** Tracked: whether it has the collection, and takes this action or answers this query on it. */
  takes(entity: Entity, verb: string, params?: Params): boolean | undefined
  /** Tracked: whether its records have a field: of records that the specification names, it names the fields, too. */
  tells(entity: Entity, field: string): boolean
  /** Untracked: whether it is known not to have the collection. */
  lacks(entity: Entity, params?: Params): boolean
  /**
   * Whether it has the collection; a promise where that has to be found out, of null where the parent is gone. The same
   * question is asked once.
   */
  finds(entity: Entity, params: Params): boolean | Promise<boolean | null>
  /** Tells the status of a collection that was asked for; resolves with whether that means that there is none. */
  answered(entity: Entity, params: Params, status: number): Promise<boolean>
}

/** The server of this version, which has everything. */
export const everything: Offer = {
  announces: () => true,
  supports: (feature) => feature === 'flat',
  has: () => true,
  takes: () => true,
  tells: () => true,
  lacks: () => false,
  finds: () => true,
  answered: async () => false,
}

interface Deps {
  http: $Fetch
  store: Store
  /** Whether the server announces what it can do; null until it has answered. */
  announced: ReadonlySignal<boolean | null>
  supports: (feature: string) => boolean
  user: ReadonlySignal<{ readonly id: Id } | null>
  retries?: Pick<Retries, 'add'>
  /** Keeps what was found out until the browser's tab is closed. */
  storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

interface State extends Omit<Deps, 'storage'> {
  readonly storage: NonNullable<Deps['storage']>
  /** What is known of each address, asked or assumed. */
  readonly found: Map<string, Signal<boolean | undefined>>
  readonly asking: Map<string, Promise<boolean | null>>
  readonly reading: Map<string, Promise<Result<boolean>>>
  /** Addresses below no parent, which are asked again once there is one. */
  readonly parentless: Set<string>
  /** The addresses that the specification names. */
  readonly named: ReadonlySet<string>
}

const KEY = 'offer'
/** What the specification says of every collection. */
const basic: readonly string[] = verbs
/** What servers answer for an address that they do not have, or a method that they do not take there. */
const UNKNOWN = [404, 405]

/** What the specification names is there, unless it turns out otherwise. */
const assumed = ({ named }: State, address: string) => named.has(address) || undefined

function at(offer: State, address: string): Signal<boolean | undefined> {
  const known = offer.found.get(address) ?? signal(assumed(offer, address))
  offer.found.set(address, known)
  return known
}

function note(offer: State, address: string, isThere: boolean) {
  const { parentless, found, storage, user } = offer
  if (at(offer, address).peek() === isThere && !parentless.delete(address)) return
  at(offer, address).value = isThere
  const findings = [...found].flatMap(([name, known]) =>
    known.peek() === undefined || name.startsWith('/') || parentless.has(name) ? [] : [[name, known.peek()]],
  )
  try {
    storage().setItem(KEY, JSON.stringify({ user: user.peek()?.id, findings }))
  } catch {
    // Without storage it is found out again after the next reload.
  }
}

function recalled({ storage }: State, id: Id): [string, boolean][] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEY) ?? 'null')
    if (!isObject(kept) || kept.user !== id || !Array.isArray(kept.findings)) return []
    return kept.findings.filter(
      (one: unknown): one is [string, boolean] =>
        Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'boolean',
    )
  } catch {
    return []
  }
}

const get = ({ http }: State, path: string) =>
  call(http, `/${path}`, { query: { page: 1, per_page: 1 } }, (body) => ({ body }))

const parentNames = (entity: Entity) =>
  parentsOf(entity.endpoint).filter((name) => attachmentFields(entity)?.type !== name)

const areGiven = (entity: Entity, params: Params | undefined): params is Params =>
  params !== undefined && parentsOf(entity.endpoint).every((name) => params[name] !== undefined)

/** Of a collection below one parent, which may be gone. */
const placeOf = (entity: Entity, params: Params) => `/${pathOf(entity.endpoint, params)}`

/** The entity that a collection's innermost parents are of. */
function parentOf({ store }: State, entity: Entity, params: Params): Entity | undefined {
  const attached = attachmentFields(entity)
  if (attached) {
    const carriers = store.entities.filter(({ attachable }) => attachable.includes(entity.name))
    // One that is surely there, and below nothing itself.
    const isFirst = ({ endpoint, specified }: Entity) => specified !== undefined && !parentsOf(endpoint).length
    return attached.type in params
      ? carriers.find(({ table }) => table === params[attached.type])
      : (carriers.find(isFirst) ?? carriers[0])
  }
  const ref = (entity.fields as Fields)[parentNames(entity).at(-1) ?? '']?.facts.ref?.entity
  return store.entities.find(({ name }) => name === ref)
}

/** The ids of some parent, for who asks about a collection below any; null if there is none. */
async function someParams(offer: State, entity: Entity, given: Params): Promise<Params | null> {
  const [name] = parentNames(entity)
  if (name === undefined) return {}
  const parent = parentOf(offer, entity, given)
  if (!parent) return null
  const type = attachmentFields(entity)?.type
  const kind: Params = type === undefined ? {} : { [type]: parent.table }
  const loaded = offer.store
    .of(parent)
    .all.peek()
    .find((item) => !isTemporary(item.peek().id))
  if (loaded) return { ...kind, [name]: loaded.peek().id }
  if (parentsOf(parent.endpoint).length) return null
  const answer = await get(offer, pathOf(parent.endpoint))
  const list = answer.ok && isObject(answer.data.body) ? answer.data.body.data : answer.ok ? answer.data.body : []
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  const id = isObject(first) ? readId(first.id) : null
  return id === null ? null : { ...kind, [name]: id }
}

/** Whether the parent can be read, so that what is missing is not the parent itself. */
async function isParentThere(offer: State, entity: Entity, params: Params): Promise<boolean> {
  const { store, reading, http } = offer
  const [name] = parentNames(entity).slice(-1)
  const parent = name === undefined ? undefined : parentOf(offer, entity, params)
  if (!parent || name === undefined) return true
  const record = store.of(parent).peek(Number(params[name]))
  const above = parentsIn(parent, { ...record, ...params })
  if (!above) return record !== undefined
  // A page that asks for several collections below one parent finds out once that it is there.
  const path = `/${pathOf(parent.endpoint, above)}/${params[name]}`
  const open = reading.get(path) ?? call(http, path, {}, () => true).finally(() => reading.delete(path))
  reading.set(path, open)
  return (await open).ok
}

async function answered(offer: State, entity: Entity, params: Params, status: number): Promise<boolean> {
  const address = addressOf(entity, params)
  // What a start needs is never missing: without it there is nothing to show.
  if (offer.announced.peek() !== false || (entity.specified && entity.atStart)) return false
  if (status >= 200 && status < 300) note(offer, address, true)
  if (!UNKNOWN.includes(status)) return false
  const isGone = await isParentThere(offer, entity, params)
  if (isGone) note(offer, address, false)
  return isGone
}

async function find(offer: State, entity: Entity, given: Params | undefined): Promise<boolean | null> {
  const { parentless, retries } = offer
  const params = areGiven(entity, given) ? given : await someParams(offer, entity, given ?? {})
  const address = addressOf(entity, given ?? {})
  if (!params) {
    // Nothing is below no parent, until there is one.
    parentless.add(address)
    return (at(offer, address).value = false)
  }
  parentless.delete(address)
  const own = addressOf(entity, params)
  const answer = await get(offer, pathOf(entity.endpoint, params))
  const status = answer.ok ? 200 : answer.status
  if (AWAY.includes(status)) {
    retries?.add(() => void find(offer, entity, given))
    return true
  }
  await answered(offer, entity, params, status)
  if (at(offer, own).peek() === undefined && UNKNOWN.includes(status) && areGiven(entity, given)) {
    at(offer, placeOf(entity, given)).value = false
    return null
  }
  // One that may not be read is there, but not for this user.
  return (at(offer, address).value = at(offer, own).peek() ?? false)
}

/** Who asks about what can be attached to anything means the first kind of thing. */
function placed(offer: State, entity: Entity, params: Params = {}): Params {
  const type = attachmentFields(entity)?.type
  const table = type === undefined || type in params ? undefined : parentOf(offer, entity, {})?.table
  return type === undefined || table === undefined ? params : { ...params, [type]: table }
}

function has(offer: State, entity: Entity, given?: Params): boolean | undefined {
  const { announced, parentless, asking, user } = offer
  if (announced.value !== false) return true
  const params = placed(offer, entity, given)
  const address = addressOf(entity, params)
  const value =
    at(offer, address).value ?? (areGiven(entity, params) ? at(offer, placeOf(entity, params)).value : undefined)
  const isToAsk = value === undefined || (parentless.has(address) && areGiven(entity, params))
  if (!isToAsk || asking.has(address) || !user.peek()) return value
  queueMicrotask(() => void ask(offer, entity, params))
  return value
}

function ask(offer: State, entity: Entity, params: Params | undefined): Promise<boolean | null> {
  const { asking } = offer
  const address = addressOf(entity, params)
  const open = asking.get(address) ?? find(offer, entity, params).finally(() => asking.delete(address))
  asking.set(address, open)
  return open
}

export function createOffer({ storage = () => globalThis.sessionStorage, ...deps }: Deps): Offer {
  const { store, announced, supports, user } = deps
  const offer: State = {
    ...deps,
    storage,
    found: new Map(),
    asking: new Map(),
    reading: new Map(),
    parentless: new Set(),
    named: new Set(
      store.entities.flatMap(({ endpoint, specified }) => (specified ? (specified.at ?? [endpoint]) : [])),
    ),
  }
  user.subscribe((next) => {
    for (const [address, known] of offer.found) known.value = assumed(offer, address)
    if (next) for (const [address, isThere] of recalled(offer, next.id)) at(offer, address).value = isThere
  })

  return {
    announces: () => announced.peek(),
    supports,
    has: (entity, params) => has(offer, entity, params),
    takes(entity, verb, params) {
      const isThere = has(offer, entity, params)
      if (announced.value !== false || !isThere) return isThere
      if (entity.queries.includes(verb)) return isSpecifiedAt(entity, `${addressOf(entity, params)}/${verb}`)
      return basic.includes(verb) || (entity.specified?.actions?.includes(verb) ?? false)
    },
    tells: (entity, field) => announced.value !== false || !entity.specified || entity.specified.fields.includes(field),
    lacks: (entity, params) =>
      announced.peek() === false && at(offer, addressOf(entity, placed(offer, entity, params))).peek() === false,
    finds(entity, given) {
      if (announced.peek() !== false) return true
      const params = placed(offer, entity, given)
      const address = addressOf(entity, params)
      const known = at(offer, address).peek()
      return known === undefined || offer.parentless.has(address) ? ask(offer, entity, params) : known
    },
    answered: (entity, params, status) => answered(offer, entity, params, status),
  }
}
