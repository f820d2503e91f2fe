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

const KEY = 'offer'
/** What the specification says of every collection. */
const basic: readonly string[] = verbs
/** What servers answer for an address that they do not have, or a method that they do not take there. */
const UNKNOWN = [404, 405]

export function createOffer({ http, store, announced, supports, user, retries, storage }: Deps): Offer {
  const found = new Map<string, Signal<boolean | undefined>>()
  const asking = new Map<string, Promise<boolean | null>>()
  const reading = new Map<string, Promise<Result<boolean>>>()
  const parentless = new Set<string>()
  const stored = () => (storage ?? (() => globalThis.sessionStorage))()

  const named = new Set(
    store.entities.flatMap(({ endpoint, specified }) => (specified ? (specified.at ?? [endpoint]) : [])),
  )
  /** What the specification names is there, unless it turns out otherwise. */
  const assumed = (address: string) => named.has(address) || undefined
  function at(address: string): Signal<boolean | undefined> {
    const known = found.get(address) ?? signal(assumed(address))
    found.set(address, known)
    return known
  }
  function note(address: string, isThere: boolean) {
    if (at(address).peek() === isThere && !parentless.delete(address)) return
    at(address).value = isThere
    const findings = [...found].flatMap(([name, known]) =>
      known.peek() === undefined || name.startsWith('/') || parentless.has(name) ? [] : [[name, known.peek()]],
    )
    try {
      stored().setItem(KEY, JSON.stringify({ user: user.peek()?.id, findings }))
    } catch {
      // Without storage it is found out again after the next reload.
    }
  }
  user.subscribe((next) => {
    for (const [address, known] of found) known.value = assumed(address)
    if (next) for (const [address, isThere] of recalled(next.id)) at(address).value = isThere
  })

  function recalled(id: Id): [string, boolean][] {
    try {
      const kept: unknown = JSON.parse(stored().getItem(KEY) ?? 'null')
      if (!isObject(kept) || kept.user !== id || !Array.isArray(kept.findings)) return []
      return kept.findings.filter(
        (one: unknown): one is [string, boolean] =>
          Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'boolean',
      )
    } catch {
      return []
    }
  }

  const get = (path: string) => call(http, `/${path}`, { query: { page: 1, per_page: 1 } }, (body) => ({ body }))
  const parentsIn = (entity: Entity) =>
    parentsOf(entity.endpoint).filter((name) => attachmentFields(entity)?.type !== name)

  const areGiven = (entity: Entity, params: Params | undefined): params is Params =>
    params !== undefined && parentsOf(entity.endpoint).every((name) => params[name] !== undefined)

  /** Of a collection below one parent, which may be gone. */
  const placeOf = (entity: Entity, params: Params) => `/${pathOf(entity.endpoint, params)}`

  /** The entity that a collection's innermost parents are of. */
  function parentOf(entity: Entity, params: Params): Entity | undefined {
    const attached = attachmentFields(entity)
    if (attached) {
      const carriers = store.entities.filter(({ attachable }) => attachable.includes(entity.name))
      // One that is surely there, and below nothing itself.
      const isFirst = ({ endpoint, specified }: Entity) => specified !== undefined && !parentsOf(endpoint).length
      return attached.type in params
        ? carriers.find(({ table }) => table === params[attached.type])
        : (carriers.find(isFirst) ?? carriers[0])
    }
    const ref = (entity.fields as Fields)[parentsIn(entity).at(-1) ?? '']?.facts.ref?.entity
    return store.entities.find(({ name }) => name === ref)
  }

  /** The ids of some parent, for who asks about a collection below any; null if there is none. */
  async function someParams(entity: Entity, given: Params): Promise<Params | null> {
    const [name] = parentsIn(entity)
    if (name === undefined) return {}
    const parent = parentOf(entity, given)
    if (!parent) return null
    const type = attachmentFields(entity)?.type
    const kind: Params = type === undefined ? {} : { [type]: parent.table }
    const loaded = store
      .of(parent)
      .all.peek()
      .find((item) => !isTemporary(item.peek().id))
    if (loaded) return { ...kind, [name]: loaded.peek().id }
    if (parentsOf(parent.endpoint).length) return null
    const answer = await get(pathOf(parent.endpoint))
    const list = answer.ok && isObject(answer.data.body) ? answer.data.body.data : answer.ok ? answer.data.body : []
    const first: unknown = Array.isArray(list) ? list[0] : undefined
    const id = isObject(first) ? readId(first.id) : null
    return id === null ? null : { ...kind, [name]: id }
  }

  /** Whether the parent can be read, so that what is missing is not the parent itself. */
  async function isParentThere(entity: Entity, params: Params): Promise<boolean> {
    const [name] = parentsIn(entity).slice(-1)
    const parent = name === undefined ? undefined : parentOf(entity, params)
    if (!parent || name === undefined) return true
    const record = store.of(parent).peek(Number(params[name]))
    const above = Object.fromEntries(
      parentsOf(parent.endpoint).flatMap((key) => {
        const value: unknown = params[key] ?? (record && Reflect.get(record, key))
        return typeof value === 'number' || typeof value === 'string' ? [[key, value]] : []
      }),
    )
    if (parentsOf(parent.endpoint).some((key) => above[key] === undefined)) return record !== undefined
    // A page that asks for several collections below one parent finds out once that it is there.
    const path = `/${pathOf(parent.endpoint, above)}/${params[name]}`
    const open = reading.get(path) ?? call(http, path, {}, () => true).finally(() => reading.delete(path))
    reading.set(path, open)
    return (await open).ok
  }

  async function answered(entity: Entity, params: Params, status: number): Promise<boolean> {
    const address = addressOf(entity, params)
    // What a start needs is never missing: without it there is nothing to show.
    if (announced.peek() !== false || entity.specified?.atStart) return false
    if (status >= 200 && status < 300) note(address, true)
    if (!UNKNOWN.includes(status)) return false
    const isGone = await isParentThere(entity, params)
    if (isGone) note(address, false)
    return isGone
  }

  async function find(entity: Entity, given: Params | undefined): Promise<boolean | null> {
    const params = areGiven(entity, given) ? given : await someParams(entity, given ?? {})
    const address = addressOf(entity, given ?? {})
    if (!params) {
      // Nothing is below no parent, until there is one.
      parentless.add(address)
      return (at(address).value = false)
    }
    parentless.delete(address)
    const own = addressOf(entity, params)
    const answer = await get(pathOf(entity.endpoint, params))
    const status = answer.ok ? 200 : answer.status
    if (AWAY.includes(status)) {
      retries?.add(() => void find(entity, given))
      return true
    }
    await answered(entity, params, status)
    if (at(own).peek() === undefined && UNKNOWN.includes(status) && areGiven(entity, given)) {
      at(placeOf(entity, given)).value = false
      return null
    }
    // One that may not be read is there, but not for this user.
    return (at(address).value = at(own).peek() ?? false)
  }

  /** Who asks about what can be attached to anything means the first kind of thing. */
  function placed(entity: Entity, params: Params = {}): Params {
    const type = attachmentFields(entity)?.type
    const table = type === undefined || type in params ? undefined : parentOf(entity, {})?.table
    return type === undefined || table === undefined ? params : { ...params, [type]: table }
  }

  function has(entity: Entity, given?: Params): boolean | undefined {
    if (announced.value !== false) return true
    const params = placed(entity, given)
    const address = addressOf(entity, params)
    const value = at(address).value ?? (areGiven(entity, params) ? at(placeOf(entity, params)).value : undefined)
    const isToAsk = value === undefined || (parentless.has(address) && areGiven(entity, params))
    if (!isToAsk || asking.has(address) || !user.peek()) return value
    queueMicrotask(() => void ask(entity, params))
    return value
  }
  function ask(entity: Entity, params: Params | undefined): Promise<boolean | null> {
    const address = addressOf(entity, params)
    const open = asking.get(address) ?? find(entity, params).finally(() => asking.delete(address))
    asking.set(address, open)
    return open
  }

  return {
    announces: () => announced.peek(),
    supports,
    has,
    takes(entity, verb, params) {
      const isThere = has(entity, params)
      if (announced.value !== false || !isThere) return isThere
      if (entity.queries.includes(verb)) return isSpecifiedAt(entity, `${addressOf(entity, params)}/${verb}`)
      return basic.includes(verb) || (entity.specified?.actions?.includes(verb) ?? false)
    },
    tells: (entity, field) => announced.value !== false || !entity.specified || entity.specified.fields.includes(field),
    lacks: (entity, params) =>
      announced.peek() === false && at(addressOf(entity, placed(entity, params))).peek() === false,
    finds(entity, given) {
      if (announced.peek() !== false) return true
      const params = placed(entity, given)
      const address = addressOf(entity, params)
      const known = at(address).peek()
      return known === undefined || parentless.has(address) ? ask(entity, params) : known
    },
    answered,
  }
}
