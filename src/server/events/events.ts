import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { inList, type Executor } from '../db/database.ts'
import type { Changes } from '../subscription.ts'
import type { Catalog } from '../resource/catalog.ts'
import type { Context } from '../context/context.ts'

/** What happened to one record in a transaction, before the event is stored and has an id. */
export interface NewEvent {
  readonly entity: Entity
  readonly id: Id
  readonly kind: 'saved' | 'deleted'
  /** The action shown in history; empty for changes that history omits, such as views and counts. */
  readonly action: string
  readonly changes: Changes
  /** Keys of the listeners' row rules that the record matched before the change. */
  readonly matchedBefore: ReadonlySet<string>
  /** The socket whose request is answered with this record, which need not be sent it again. */
  readonly socket?: string | undefined
}

/** An event as stored in the database. */
export interface Event extends NewEvent {
  readonly event: Id
  /** The PostgreSQL transaction that wrote it; 0 on SQLite, which has a single process and needs none. */
  readonly xid: number
}

/** Rows per statement, since PostgreSQL allows 65,535 parameters. */
const MOST_ROWS = 2000

type Execute = <T>(statement: RawBuilder<T>) => Promise<T[]>

/**
 * Stores a transaction's events, usually in one statement. They are the source of history, of other processes' live
 * updates and of subscribers' jobs. Write-only values are never stored.
 * @param executeLast executes the last statement, if it ends the transaction
 */
export async function insertEvents(
  ctx: Context,
  events: readonly NewEvent[],
  executeLast: Execute = ctx.query,
): Promise<Event[]> {
  const written: Event[] = []
  for (let at = 0; at < events.length; at += MOST_ROWS) {
    const execute = at + MOST_ROWS < events.length ? ctx.query : executeLast
    written.push(...(await insertSome(ctx, events.slice(at, at + MOST_ROWS), execute)))
  }
  return written
}

async function insertSome({ catalog, user, now, change }: Context, events: readonly NewEvent[], execute: Execute) {
  const by = user.id || null
  const rows = events.map(storable).map(({ entity, id, kind, action, changes, matchedBefore, socket }) => {
    const matched = matchedBefore.size ? JSON.stringify([...matchedBefore]) : null
    const kept = JSON.stringify(changes)
    return sql`(${entity.name}, ${id}, ${kind}, ${by}, ${action}, ${kept}, ${matched}, ${socket ?? null}, ${change?.id ?? null}, ${change?.group ?? null}, ${change?.request ?? null}, ${change?.undoes ?? null}, ${now})`
  })
  const columns = sql`subject_type, subject_id, kind, user_id, action, changes, matched_before, socket, change_id, group_id, request, undoes, created_at`
  const xid = catalog.dialect === 'postgres' ? sql`xid` : sql`0 as xid`
  const written = await execute(
    sql<{
      id: unknown
      xid: unknown
    }>`insert into events (${columns}) values ${sql.join(rows)} returning id, ${xid}`,
  )
  // Both engines assign ids in the order of the inserted rows.
  const ids = written.map(({ id, xid }) => ({ event: Number(id), xid: Number(xid) })).sort((a, b) => a.event - b.event)
  return events.map((event, at): Event => ({ ...event, ...(ids[at] ?? { event: 0, xid: 0 }) }))
}

/** An event without what is never stored, such as passwords. */
export function storable<E extends NewEvent>(event: E): E {
  const fields: Fields = event.entity.fields
  const kept = Object.entries(event.changes).filter(([name]) => !fields[name]?.facts.writeOnly)
  return { ...event, changes: Object.fromEntries(kept) }
}

interface EventRow {
  id: unknown
  subject_type: string
  subject_id: unknown
  kind: 'saved' | 'deleted'
  action: string
  changes: string
  matched_before: string | null
  socket: string | null
  xid: unknown
}

function decode(catalog: Catalog, row: EventRow): Event | [] {
  // Skip entities that this version does not have.
  const entity = catalog.entities.find(({ name }) => name === row.subject_type)
  if (!entity) return []
  const { kind, action, socket } = row
  return {
    event: Number(row.id),
    xid: Number(row.xid),
    entity,
    id: Number(row.subject_id),
    kind,
    action,
    changes: JSON.parse(row.changes) as Changes,
    matchedBefore: new Set(row.matched_before === null ? [] : (JSON.parse(row.matched_before) as string[])),
    socket: socket ?? undefined,
  }
}

const columns = sql`id, subject_type, subject_id, kind, action, changes, matched_before, socket, xid`

/** Events by their ids, in order (PostgreSQL). */
export async function eventsById(db: Executor, catalog: Catalog, ids: readonly Id[]): Promise<Event[]> {
  const { rows } =
    await sql<EventRow>`select ${columns} from events where ${inList('postgres', sql.ref('id'), ids)} and kind is not null order by id`.execute(
      db,
    )
  return rows.flatMap((row) => decode(catalog, row))
}

/** The events of all finished transactions from a given one on, and the first transaction still open (PostgreSQL). */
export async function eventsSince(
  db: Executor,
  catalog: Catalog,
  xid: number,
): Promise<{ events: Event[]; openFrom: number }> {
  const openFrom = await firstOpenTransaction(db)
  const { rows } =
    await sql<EventRow>`select ${columns} from events where xid >= ${xid} and xid < ${openFrom} and kind is not null order by id`.execute(
      db,
    )
  return { events: rows.flatMap((row) => decode(catalog, row)), openFrom }
}

/** The oldest open transaction; all older ones have committed or rolled back (PostgreSQL). */
export async function firstOpenTransaction(db: Executor): Promise<number> {
  const { rows } = await sql<{
    xid: unknown
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db)
  return Number(rows[0]?.xid)
}

const DAY = 86_400_000
/** How long a process may be disconnected and still catch up from the stored events. */
export const TELL_DAYS = 7

/** Which events hold such things; an index finds them by it. */
export const HOLDS_TOLD = 'matched_before is not null or socket is not null or change_id is not null'

/** Clears what history holds only for live updates and for undoing. */
export async function clearTold(db: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TELL_DAYS * DAY).toISOString()
  await sql`update events set matched_before = null, socket = null, change_id = null, group_id = null, request = null, undoes = null where created_at < ${before} and (${sql.raw(HOLDS_TOLD)})`.execute(
    db,
  )
}
