import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Context, Services } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import type { RecordCache } from '../context/record-cache.ts'
import { inList } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import type { NewEvent } from '../events/events.ts'
import { inSlices } from '../files/turns.ts'
import { fillComputed } from '../resource/computed.ts'
import { fillCounts } from '../resource/counts.ts'
import { decide } from '../resource/decide.ts'
import { present } from '../resource/present.ts'
import type { Totals } from '../resource/totals.ts'
import { createAudiences, type Audience } from './audience.ts'
import type { Outlet } from './outlet.ts'

/** A change to a record, as sent to listeners; `socket` caused it and has the record from its answer already. */
export type Change = Pick<NewEvent, 'entity' | 'id' | 'kind' | 'action' | 'matchedBefore' | 'changes' | 'socket'>

export interface FanoutDeps {
  outlet: Outlet
  accounts: Accounts
  tokens: Tokens
  totals: Totals
  records: RecordCache
  services: () => Services
  log: (error: unknown) => void
}

interface Fanout extends FanoutDeps {
  readonly audienceOf: ReturnType<typeof createAudiences>
  waiting: Change[]
  /**
   * Batches are sent one after the other, so that listeners receive changes in the order of their commits. Changes that
   * arrive while a batch is being sent form the next one, so that sending keeps up with saving.
   */
  turn: Promise<void>
}

/** The keys of the listeners' rules that each record matches, as it is in the transaction. */
async function matchListeners(
  { audienceOf, outlet }: Fanout,
  { db, catalog }: Context,
  entity: Entity,
  rows: readonly Row[],
) {
  const { rules } = await audienceOf(await outlet.everywhere(entity.channel, db), entity, db)
  const matched = [...(await decide(db, catalog, entity, rules, rows))]
  return (id: Id): ReadonlySet<string> => new Set(matched.flatMap(([key, ids]) => (ids.has(id) ? [key] : [])))
}

async function tellAll(fan: Fanout, entity: Entity, changes: readonly Change[]) {
  const { services, audienceOf, outlet } = fan
  const { catalog, database } = services()
  const { listeners, rules } = await audienceOf(await outlet.listeners(entity.channel), entity)
  if (!listeners.length) return
  const touched = inList(
    catalog.dialect,
    sql.ref('t.id'),
    changes.map(({ id }) => id),
  )
  const rows = new Map(
    (await selectRows(database.reads, catalog, entity, { where: touched })).map((row) => [row.id, row]),
  )
  const saved = changes.flatMap(({ id, kind }) => (kind === 'saved' ? (rows.get(id) ?? []) : []))
  const sees = await decide(database.reads, catalog, entity, rules, saved)
  const groups = [...Map.groupBy(listeners, ({ reading }) => reading).values()].flatMap((alike) => {
    const [first] = alike
    if (!first) return []
    const keys = new Set(alike.map(({ key }) => key))
    const isSeen = (id: Id) => [...keys].some((key) => sees.get(key)?.has(id))
    const own = changes.flatMap(({ id }) => (isSeen(id) ? (rows.get(id) ?? []) : []))
    const ctx = createContext(services(), { user: first.user })
    return [{ alike, sees, ctx, rows: own.map((row) => ({ ...row })) }]
  })
  await fillCounts(entity, groups)
  for (const group of groups) await tellAlike(fan, entity, changes, group, rows)
}

async function tellAlike(
  { services, outlet }: Fanout,
  entity: Entity,
  changes: readonly Change[],
  to: {
    alike: Audience['listeners']
    sees: ReadonlyMap<string, ReadonlySet<Id>>
    ctx: Context
    /** The records they see, with their counts. */
    rows: Row[]
  },
  all: ReadonlyMap<Id, Row>,
) {
  const { catalog } = services()
  const { user } = to.ctx
  const filled = new Map((await fillComputed(to.ctx, entity, to.rows, { isCounted: true })).map((row) => [row.id, row]))
  for (const { id, action, matchedBefore, changes: fields, socket } of changes) {
    const row = filled.get(id)
    const model = row && present(catalog, entity, row, user)
    const names = Object.keys(fields)
    // Only a sum changed that they may not know.
    if (action === '' && names.length && !names.some((name) => model && name in model)) continue
    const [knew, arrived, lost] = [[], [], []] as [string[], string[], string[]]
    for (const { key, user: listener } of to.alike) {
      const saw = matchedBefore.has(key)
      const group = to.sees.get(key)?.has(id) ? (saw ? knew : arrived) : saw ? lost : null
      group?.push(`private-${entity.channel}.${listener.id}`)
    }
    // Who saw the record before can tell from the changed fields whether it still belongs where it was.
    const changed = model && names.filter((name) => name in model)
    if (knew.length) outlet.publish(knew, 'saved', JSON.stringify({ model, changed }), socket)
    if (arrived.length) outlet.publish(arrived, 'saved', JSON.stringify({ model }), socket)
    if (lost.length) outlet.publish(lost, 'deleted', JSON.stringify(goneOf(id, all.get(id))), socket)
  }
}

const idsIn = (changes: readonly Change[], name: string) =>
  changes.filter(({ entity }) => entity.name === name).map(({ id }) => id)

/** Immediately disconnects users whose accounts were closed. */
async function endClosed({ accounts, outlet }: Fanout, changes: readonly Change[]) {
  const ids = idsIn(changes, 'user')
  if (ids.length) for (const [id, { open }] of await accounts.byId(ids)) if (!open) outlet.endUser(id)
}

/** The changes that can be sent together: everything waiting, up to a second change of the same record. */
function nextBatch(fan: Fanout): Change[] {
  const seen = new Set<string>()
  const end = fan.waiting.findIndex(({ entity, id }) => {
    const key = `${entity.name} ${id}`
    return seen.has(key) || !seen.add(key)
  })
  const batch = end < 0 ? fan.waiting : fan.waiting.slice(0, end)
  fan.waiting = end < 0 ? [] : fan.waiting.slice(end)
  return batch
}

/** Sends changes to the listeners of this process. */
const tell = (fan: Fanout, changes: readonly Change[]) => {
  const { accounts, tokens, totals, records, services, outlet, log } = fan
  accounts.forget(idsIn(changes, 'user'))
  tokens.forget(idsIn(changes, 'access_token'))
  totals.changed(new Set(changes.map(({ entity }) => entity)))
  records.forget(new Set(changes.map(({ entity }) => entity)))
  const channels = changes.flatMap(({ entity, kind, action }) => {
    // A change of a count or a sum alone affects nothing that depends on the record.
    const isCount = kind === 'saved' && action === ''
    return [entity, ...(isCount ? [] : services().catalog.dependents(entity))].map(({ channel }) => channel)
  })
  for (const channel of new Set(channels)) outlet.noteChange(channel)
  fan.waiting.push(...merge(changes))
  fan.turn = fan.turn
    .then(async () => {
      const batch = nextBatch(fan)
      for (const [entity, all] of Map.groupBy(batch, ({ entity }) => entity))
        for await (const some of inSlices(all)) await tellAll(fan, entity, some)
      await outlet.flush()
      await endClosed(fan, batch)
    })
    .catch((error: unknown) => {
      log(error)
      // The change is saved but could not be sent, so listeners must fetch again.
      outlet.missed()
    })
}

/**
 * Sends changes to listeners. Users who may see the record receive it with the fields they may read, users who no
 * longer may receive a deletion, and all others receive nothing. Records are serialized once for all users who read the
 * same of them.
 */
export function createFanout(deps: FanoutDeps) {
  const fan: Fanout = { ...deps, audienceOf: createAudiences(deps), waiting: [], turn: Promise.resolve() }
  return {
    matchListeners: (ctx: Context, entity: Entity, rows: readonly Row[]) => matchListeners(fan, ctx, entity, rows),
    tell: (changes: readonly Change[]) => tell(fan, changes),
    /** Resolves when everything published so far has been sent. */
    settled: () => fan.turn,
  }
}

/** What is sent for a record the user may no longer see: its id and, if it was deleted, when; if not, it may come back. */
const goneOf = (id: Id, row: Row | undefined) =>
  row && !row.deleted_at
    ? { model: { id, updated_at: row.updated_at }, hidden: true }
    : { model: { id, ...(row && { deleted_at: row.deleted_at }) } }

/**
 * Merges several changes of a record in one transaction: visibility from before the first, content from after the last.
 */
function merge(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.entity.name} ${change.id}`
    const first = merged.get(key)
    const { matchedBefore, changes } = first ?? change
    // One that the answer does not contain in its latest state is sent to everyone.
    const action = change.action || (first?.action ?? '')
    merged.set(key, { ...change, action, matchedBefore, changes: { ...changes, ...change.changes } })
  }
  return [...merged.values()]
}
