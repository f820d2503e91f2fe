import { sql } from 'kysely'
import { guest, type Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Context } from '../context/context.ts'
import type { Executor } from '../db/database.ts'
import type { Changes } from '../subscription.ts'

/** One entry of a record's history, as the API returns it. */
export interface HistoryEntry {
  id: Id
  user_id: Id | null
  action: string
  changes: Changes
  created_at: string
  /** The request that made it, by which it can be undone; null for what is too old for that. */
  change_id: string | null
  /** The request that it took back. */
  undoes: string | null
}

/** The maximum number of entries read of a record's history. */
const MOST_ENTRIES = 500

/** The history of a record, newest first. */
export async function entriesOf(db: Executor, entity: Entity, id: Id): Promise<HistoryEntry[]> {
  const { rows } = await sql<{
    id: unknown
    user_id: unknown
    action: string
    changes: string
    created_at: string
    change_id: string | null
    undoes: string | null
  }>`select id, user_id, action, changes, created_at, change_id, undoes from events where subject_type = ${entity.name} and subject_id = ${id} and action <> '' order by id desc limit ${MOST_ENTRIES}`.execute(
    db,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    user_id: row.user_id === null ? null : Number(row.user_id),
    action: row.action,
    changes: JSON.parse(row.changes) as Changes,
    created_at: row.created_at,
    change_id: row.change_id,
    undoes: row.undoes,
  }))
}

/** The name of who changed a record last, for staff; guests read the names of few. */
export async function changedBy(
  { db, user, services }: Context,
  { name }: Entity,
  id: Id,
): Promise<string | undefined> {
  if (guest(user)) return undefined
  const { rows } = await sql<{
    user_id: unknown
  }>`select user_id from events where subject_type = ${name} and subject_id = ${id} and action <> '' order by id desc limit 1`.execute(
    db,
  )
  const by = Number(rows[0]?.user_id ?? 0)
  return (await services.accounts.byId([by], db)).get(by)?.user.name
}

/**
 * A record's values before the given entries, which must be ordered newest first; each entry's changes are reverted.
 */
export const undo = <R extends object>(state: R, entries: readonly Pick<HistoryEntry, 'changes'>[]): R =>
  Object.assign(
    { ...state },
    ...entries.map(({ changes }) => Object.fromEntries(Object.entries(changes).map(([name, { old }]) => [name, old]))),
  )
