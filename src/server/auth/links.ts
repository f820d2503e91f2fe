import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Database } from '../db/database.ts'
import { LINK_MINUTES } from '../../lib/one-time-links.ts'
import { sha256 } from './crypto.ts'

export type LinkKind = keyof typeof LINK_MINUTES

/** One-time links mailed to users; only a hash of each is stored. */
export function createLinks({ kysely }: Database, now: () => Date, random: (bytes: number) => string) {
  return {
    /** Creates a token; an earlier one of the same kind for this user becomes invalid. */
    async create(user: Id, kind: LinkKind): Promise<string> {
      const token = random(32)
      const until = new Date(now().getTime() + LINK_MINUTES[kind] * 60_000).toISOString()
      await sql`delete from links where user_id = ${user} and kind = ${kind}`.execute(kysely)
      await sql`insert into links (token_hash, user_id, kind, expires_at) values (${sha256(token)}, ${user}, ${kind}, ${until})`.execute(
        kysely,
      )
      return token
    },
    /** The user a valid token belongs to, otherwise null. */
    async find(token: string, kind: LinkKind): Promise<Id | null> {
      const { rows } = await sql<{
        user_id: unknown
      }>`select user_id from links where token_hash = ${sha256(token)} and kind = ${kind} and expires_at > ${now().toISOString()}`.execute(
        kysely,
      )
      return rows[0] ? Number(rows[0].user_id) : null
    },
    /** Uses a token up, so that of two simultaneous uses only one gets the user, and the other null. */
    async take(token: string, kind: LinkKind): Promise<Id | null> {
      const { rows } = await sql<{
        user_id: unknown
      }>`delete from links where token_hash = ${sha256(token)} and kind = ${kind} and expires_at > ${now().toISOString()} returning user_id`.execute(
        kysely,
      )
      return rows[0] ? Number(rows[0].user_id) : null
    },
  }
}
export type Links = ReturnType<typeof createLinks>
