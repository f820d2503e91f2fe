import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Database, Executor } from '../db/database.ts'
import { sha256 } from './crypto.ts'

/** How long an unused browser is remembered, which is the longest that browsers keep cookies. */
export const DEVICE_DAYS = 400

/**
 * Browsers that a user has signed in with, recognized by a cookie that outlives their sessions; only its hash is
 * stored. Attempts from such a browser are counted separately, so that guessing elsewhere cannot lock the owner out.
 */
export function createDevices({ kysely }: Database, now: () => Date) {
  return {
    async knows(id: string, user: Id): Promise<boolean> {
      const { rows } = await sql`select 1 from devices where id_hash = ${sha256(id)} and user_id = ${user}`.execute(
        kysely,
      )
      return rows.length > 0
    },
    async remember(id: string, user: Id, db: Executor = kysely): Promise<void> {
      const at = now().toISOString()
      await sql`insert into devices (id_hash, user_id, seen_at) values (${sha256(id)}, ${user}, ${at}) on conflict (id_hash, user_id) do update set seen_at = excluded.seen_at`.execute(
        db,
      )
    },
    /** Called on a password reset, because the user may have lost a device that signed in with the old password. */
    async forget(user: Id): Promise<void> {
      await sql`delete from devices where user_id = ${user}`.execute(kysely)
    },
  }
}
export type Devices = ReturnType<typeof createDevices>
