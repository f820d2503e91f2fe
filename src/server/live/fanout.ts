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

/** What listeners are told of: a change of a record, whoever wrote it. */
export type Change = Pick<NewEvent, 'entity' | 'id' | 'kind' | 'matchedBefore'>

/** A change, and the socket that need not hear of it because it asked for it. */
interface Telling extends Change {
  readonly except: string | undefined
}

interface Group {
  readonly key: string
  readonly rule: Rule
  readonly users: CurrentUser[]
}

/** A rule's short name: equal rules have equal names, on every process. */
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
 * Tells listeners what changed: those who may see a record get it as they may read it, those who no longer may hear that
 * it was deleted, and nobody else hears anything. One query for each distinct row rule, one serialization for each
 * reading.
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

  /** Rules that let everything through need no query; the rest are asked of the row as it is in the transaction. */
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

  /** Users of one reading get the same record: the same fields, and the same counts of what they may see below it. */
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

  /** A person whose account closed is cut off at once. */
  async function endClosed(changes: readonly Change[]) {
    const ids = usersIn(changes)
    if (ids.length) for (const [id, { open }] of await accounts.byId(ids)) if (!open) outlet.endUser(id)
  }

  let waiting: Telling[] = []
  /** What can be told in one go: all that waits, up to a second change of the same record. */
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

  // One after the other, so that listeners hear of changes in the order they were committed; whoever falls behind tells
  // several at once, so that telling keeps up with saving.
  let turn = Promise.resolve()
  /** Tells those who listen at this process. */
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
        // Saved and not told: whoever listens must fetch anew.
        outlet.missed()
      })
  }
  /** Resolves when everything published so far has been told. */
  const settled = () => turn

  return { matchListeners, tell, settled }
}

/** What is said of a record that is out of sight: its id, and when it was deleted, if it was. */
const deletedModel = (id: Id, row: Row | undefined) => ({ id, ...(row?.deleted_at && { deleted_at: row.deleted_at }) })

/** Several changes to a record in one transaction are one to listeners: seen before the first, as after the last. */
function merge(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.entity.name} ${change.id}`
    const first = merged.get(key)
    merged.set(key, first ? { ...change, matchedBefore: first.matchedBefore } : change)
  }
  return [...merged.values()]
}
