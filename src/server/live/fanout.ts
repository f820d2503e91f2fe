import { sql } from 'kysely'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Context, Services } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import { inList, type Executor } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import type { NewEvent } from '../events/events.ts'
import { fillComputed } from '../resource/computed.ts'
import { present, readingSignature } from '../resource/present.ts'
import { passing, ruleFor, type Rule } from '../resource/visibility.ts'
import type { Outlet } from './outlet.ts'

/** A change to a record, as sent to listeners. */
export type Change = Pick<NewEvent, 'entity' | 'id' | 'kind' | 'matchedBefore'>

/** A change, and the socket that caused it and need not be notified. */
interface Telling extends Change {
  readonly except: string | undefined
}

interface Group {
  readonly key: string
  readonly rule: Rule
  readonly users: CurrentUser[]
}

/** A hash of a rule: equal rules have equal keys in every process. */
function keyOf(rule: Rule): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const sign of JSON.stringify(rule)) {
    const code = sign.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36)
}

export interface FanoutDeps {
  outlet: Outlet
  accounts: Accounts
  services: () => Services
  log: (error: unknown) => void
}

/**
 * Sends changes to listeners. Users who may see the record receive it with the fields they may read, users who no
 * longer may receive a deletion, and all others receive nothing. This takes one query per distinct row rule and one
 * serialization per reading signature.
 */
export function createFanout({ outlet, accounts, services, log }: FanoutDeps) {
  async function groupsFor(ids: readonly Id[], entity: Entity, db?: Executor): Promise<Group[]> {
    if (!ids.length) return []
    const groups = new Map<string, Group>()
    for (const { user, open } of (await accounts.byId(ids, db)).values()) {
      const rule = open && (await ruleFor(services().catalog, entity, createContext(services(), { user }, db)))
      const key = keyOf(rule)
      const group = groups.get(key) ?? { key, rule, users: [] }
      group.users.push(user)
      groups.set(key, group)
    }
    return [...groups.values()]
  }

  /** Rules that match everything need no query; the others are checked against the row as it is in the transaction. */
  async function matchListeners({ db, catalog }: Context, entity: Entity, id: Id): Promise<ReadonlySet<string>> {
    const matched = new Set<string>()
    const ids = await outlet.everywhere(entity.channel, db)
    for (const { key, rule } of await groupsFor(ids, entity, db))
      if (rule === true || (rule !== false && (await passing(db, catalog, entity, [id], rule)).size)) matched.add(key)
    return matched
  }

  async function tellAll(entity: Entity, changes: readonly Telling[]) {
    const { catalog, database } = services()
    const groups = await groupsFor(await outlet.listeners(entity.channel), entity)
    if (!groups.length) return
    const saved = changes.filter(({ kind }) => kind === 'saved').map(({ id }) => id)
    const touched = inList(
      catalog.dialect,
      sql.ref('t.id'),
      changes.map(({ id }) => id),
    )
    const rows = new Map(
      (await selectRows(database.kysely, catalog, entity, { where: touched })).map((row) => [row.id, row]),
    )
    for (const { key, rule, users } of groups) {
      const sees = rule === true ? new Set(saved) : await passing(database.kysely, catalog, entity, saved, rule)
      const readings = new Map<string, CurrentUser[]>()
      for (const user of users) {
        const reading = await readingOf(entity, user)
        readings.set(reading, [...(readings.get(reading) ?? []), user])
      }
      for (const alike of readings.values()) await tellAlike(entity, changes, { alike, sees, key, rows })
    }
  }

  /** Users with the same reading get the same record: the same fields, and the same counts of visible child records. */
  async function readingOf(entity: Entity, user: CurrentUser): Promise<string> {
    const { catalog } = services()
    const counted = catalog.counts(entity).map(({ entity: child }) => child)
    const ctx = createContext(services(), { user })
    const rules = await Promise.all(counted.map(async (child) => keyOf(await ruleFor(catalog, child, ctx))))
    return [readingSignature(entity, user), ...rules].join(' ')
  }

  async function tellAlike(
    entity: Entity,
    changes: readonly Telling[],
    to: { alike: CurrentUser[]; sees: Set<Id>; key: string; rows: Map<Id, Row> },
  ) {
    const [reader] = to.alike
    if (!reader) return
    const seen = changes.flatMap(({ id, kind }) => (kind === 'saved' && to.sees.has(id) ? (to.rows.get(id) ?? []) : []))
    const filled = new Map(
      (await fillComputed(createContext(services(), { user: reader }), entity, seen)).map((row) => [row.id, row]),
    )
    for (const { id, matchedBefore, except } of changes) {
      const row = filled.get(id)
      if (!row && !matchedBefore.has(to.key)) continue
      const event = row ? 'saved' : 'deleted'
      const data = JSON.stringify({
        model: row ? present(services().catalog, entity, row, reader) : deletedModel(id, to.rows.get(id)),
      })
      const channels = to.alike.map((user) => `private-${entity.channel}.${user.id}`)
      outlet.publish(channels, event, data, except)
    }
  }

  const usersIn = (changes: readonly Change[]) =>
    changes.filter(({ entity }) => entity.name === 'user').map(({ id }) => id)

  /** Immediately disconnects users whose accounts were closed. */
  async function endClosed(changes: readonly Change[]) {
    const ids = usersIn(changes)
    if (ids.length) for (const [id, { open }] of await accounts.byId(ids)) if (!open) outlet.endUser(id)
  }

  let waiting: Telling[] = []
  /** The changes that can be sent together: everything waiting, up to a second change of the same record. */
  function nextBatch(): Telling[] {
    const seen = new Set<string>()
    const end = waiting.findIndex(({ entity, id }) => {
      const key = `${entity.name} ${id}`
      return seen.has(key) || !seen.add(key)
    })
    const batch = end < 0 ? waiting : waiting.slice(0, end)
    waiting = end < 0 ? [] : waiting.slice(end)
    return batch
  }

  // Batches are sent one after the other, so that listeners receive changes in the order of their commits. Changes that
  // arrive while a batch is being sent form the next one, so that sending keeps up with saving.
  let turn = Promise.resolve()
  /** Sends changes to the listeners of this process. */
  const tell = (changes: readonly Change[], except: string | undefined) => {
    accounts.forget(usersIn(changes))
    for (const { entity } of changes) outlet.noteChange(entity.channel)
    waiting.push(...merge(changes).map((change) => ({ ...change, except })))
    turn = turn
      .then(async () => {
        const batch = nextBatch()
        for (const [entity, some] of Map.groupBy(batch, ({ entity }) => entity)) await tellAll(entity, some)
        await outlet.flush()
        await endClosed(batch)
      })
      .catch((error: unknown) => {
        log(error)
        // The change is saved but could not be sent, so listeners must fetch again.
        outlet.missed()
      })
  }
  /** Resolves when everything published so far has been sent. */
  const settled = () => turn

  return { matchListeners, tell, settled }
}

/** What is sent for a record the user may no longer see: its id and, if it was deleted, when. */
const deletedModel = (id: Id, row: Row | undefined) => ({ id, ...(row?.deleted_at && { deleted_at: row.deleted_at }) })

/**
 * Merges several changes of a record in one transaction: visibility from before the first, content from after the last.
 */
function merge(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.entity.name} ${change.id}`
    const first = merged.get(key)
    merged.set(key, first ? { ...change, matchedBefore: first.matchedBefore } : change)
  }
  return [...merged.values()]
}
