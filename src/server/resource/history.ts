import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import type { Executor } from '../db/database.ts'
import type { Work } from './work.ts'

/** Field → what it was and what it became. */
export type Changes = Record<string, { old: unknown; new: unknown }>

export interface Activity {
  id: Id
  user_id: Id | null
  action: string
  changes: Changes
  created_at: string
}

/** Keeps who changed what, in the same transaction as the change. Write-only values are never kept. */
export async function record(work: Work, entity: Entity, id: Id, action: string, changes: Changes): Promise<void> {
  const fields: Fields = entity.fields
  const kept = Object.fromEntries(Object.entries(changes).filter(([name]) => !fields[name]?.facts.writeOnly))
  const by = work.user.id || null
  await sql`insert into activities (subject_type, subject_id, user_id, action, changes, created_at) values (${entity.name}, ${id}, ${by}, ${action}, ${JSON.stringify(kept)}, ${work.now})`.execute(
    work.db,
  )
}

/** How many entries of a record's history are read at the most. */
const MOST_ENTRIES = 500

/** Everything that happened to a record, newest first. */
export async function entriesOf(db: Executor, entity: Entity, id: Id): Promise<Activity[]> {
  const { rows } = await sql<{
    id: unknown
    user_id: unknown
    action: string
    changes: string
    created_at: string
  }>`select id, user_id, action, changes, created_at from activities where subject_type = ${entity.name} and subject_id = ${id} order by id desc limit ${MOST_ENTRIES}`.execute(
    db,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    user_id: row.user_id === null ? null : Number(row.user_id),
    action: row.action,
    changes: JSON.parse(row.changes) as Changes,
    created_at: row.created_at,
  }))
}
