import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Database } from '../db/database.ts'
import { sha256 } from './crypto.ts'

/** A session ends when it has not been used for this long. */
export const SESSION_DAYS = 30
const DAY = 86_400_000
const SEEN_EVERY = 5 * 60_000

export interface Session {
  readonly hash: string
  readonly user_id: Id
}

export interface Sessions {
  /** The session behind a cookie, or null when there is none (any more). */
  find(id: string): Promise<Session | null>
  create(user: Id): Promise<string>
  end(hash: string): Promise<void>
  endAll(user: Id, except: string | null): Promise<void>
}

/** Sessions in the database; only a hash of each id is kept. */
export function createSessions({ kysely }: Database, now: () => Date, random: (bytes: number) => string): Sessions {
  return {
    async find(id) {
      const hash = await sha256(id)
      const { rows } = await sql<{
        user_id: unknown
        seen_at: string
      }>`select user_id, seen_at from sessions where id_hash = ${hash}`.execute(kysely)
      const [row] = rows
      if (!row) return null
      const idle = now().getTime() - Date.parse(row.seen_at)
      if (idle > SESSION_DAYS * DAY) {
        await sql`delete from sessions where id_hash = ${hash}`.execute(kysely)
        return null
      }
      if (idle > SEEN_EVERY)
        await sql`update sessions set seen_at = ${now().toISOString()} where id_hash = ${hash}`.execute(kysely)
      return { hash, user_id: Number(row.user_id) }
    },
    async create(user) {
      const id = random(32)
      const at = now().toISOString()
      await sql`insert into sessions (id_hash, user_id, created_at, seen_at) values (${await sha256(id)}, ${user}, ${at}, ${at})`.execute(
        kysely,
      )
      return id
    },
    async end(hash) {
      await sql`delete from sessions where id_hash = ${hash}`.execute(kysely)
    },
    async endAll(user, except) {
      await sql`delete from sessions where user_id = ${user} and id_hash <> ${except ?? ''}`.execute(kysely)
    },
  }
}
