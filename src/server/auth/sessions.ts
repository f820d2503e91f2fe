import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Database, Executor } from '../db/database.ts'
import { ifThereIsRoom } from '../db/trouble.ts'
import { sha256 } from './crypto.ts'
import { createMemory } from './memory.ts'

/** A session ends after this long without use. */
export const SESSION_DAYS = 30
/** The maximum age of a session, even one in constant use: everyone signs in again about once a season. */
export const SESSION_MOST_DAYS = 90
const DAY = 86_400_000
const SEEN_EVERY = 5 * 60_000
/** How long somebody who has shown that it is them is not asked again. */
const CONFIRMED = 15 * 60_000

export interface Session {
  readonly hash: string
  readonly user_id: Id
}

/** A browser that somebody is signed in with. What it is called is unknown of sessions of before. */
export interface SignedInBrowser {
  readonly hash: string
  readonly created_at: string
  /** When it was used, as it is noted every five minutes. */
  readonly seen_at: string
  readonly user_agent: string | null
  readonly address: string | null
}

export interface FoundSession extends Session {
  /** True when this use extended the session, so that the browser's cookies must be extended too. */
  readonly renewed: boolean
}

interface Kept extends Session {
  /** When it began and when it was last used, in milliseconds. */
  readonly created: number
  seen: number
}

export interface Sessions {
  /** The session for a cookie; null if there is none or it has ended. */
  find(id: string): Promise<FoundSession | null>
  /** `from` says what it is created for. */
  create(user: Id, db?: Executor, from?: Partial<Pick<SignedInBrowser, 'user_agent' | 'address'>>): Promise<string>
  /** Where a user is signed in, the last used first. */
  of(user: Id, db?: Executor): Promise<SignedInBrowser[]>
  /** Notes that who is signed in has shown again that it is them. */
  confirm(hash: string): Promise<void>
  /** Whether they did so within a quarter of an hour; signing in counts. Never in sessions of before this was noted. */
  isConfirmed(hash: string, db?: Executor): Promise<boolean>
  end(hash: string): Promise<void>
  endAll(user: Id, except: string | null): Promise<void>
  /** Cache invalidation after another process ended a session, a user's sessions except one, or unknown ones. */
  forget(hash: string): void
  forgetUser(user: Id, except: string | null): void
  forgetAll(): void
}

/**
 * Sessions in the database, with only the hash of each id; sessions in use are also cached in memory.
 * @param trusted whether this process is notified when another one ends a session
 */
export function createSessions(
  { kysely, reads }: Database,
  { now, random, trusted }: { now: () => Date; random: (bytes: number) => string; trusted: () => boolean },
): Sessions {
  const memory = createMemory<string, Kept>(trusted)
  const idle = ({ seen }: Kept) => now().getTime() - seen
  const age = ({ created }: Kept) => now().getTime() - created

  const read = async (hash: string) =>
    (
      await memory.read(async () => {
        const { rows } = await sql<{
          user_id: unknown
          created_at: string
          seen_at: string
        }>`select user_id, created_at, seen_at from sessions where id_hash = ${hash}`.execute(reads)
        return new Map(
          rows.map(({ user_id, created_at, seen_at }) => [
            hash,
            { hash, user_id: Number(user_id), created: Date.parse(created_at), seen: Date.parse(seen_at) },
          ]),
        )
      })
    ).get(hash)

  const end = async (hash: string) => {
    await sql`delete from sessions where id_hash = ${hash}`.execute(kysely)
    memory.forget(hash)
  }
  const forgetUser = (user: Id, except: string | null) =>
    memory.forgetIf(({ hash, user_id }) => user_id === user && hash !== except)

  return {
    async find(id) {
      const hash = sha256(id)
      const held = memory.get(hash)
      // A session unused in this process for a while may have been used in another one, so read it again.
      const session = held && idle(held) <= SEEN_EVERY ? held : await read(hash)
      if (!session) return null
      if (idle(session) > SESSION_DAYS * DAY || age(session) > SESSION_MOST_DAYS * DAY) {
        await end(hash)
        return null
      }
      const renewed = idle(session) > SEEN_EVERY
      if (renewed) {
        const at = now()
        session.seen = at.getTime()
        await ifThereIsRoom(
          sql`update sessions set seen_at = ${at.toISOString()} where id_hash = ${hash}`.execute(kysely),
        )
      }
      return { hash: session.hash, user_id: session.user_id, renewed }
    },
    async create(user, db = kysely, { user_agent = null, address = null } = {}) {
      const id = random(32)
      const at = now().toISOString()
      await sql`insert into sessions (id_hash, user_id, created_at, seen_at, confirmed_at, user_agent, address) values (${sha256(id)}, ${user}, ${at}, ${at}, ${at}, ${user_agent}, ${address})`.execute(
        db,
      )
      return id
    },
    async of(user, db = reads) {
      const since = (days: number) => new Date(now().getTime() - days * DAY).toISOString()
      const { rows } = await sql<SignedInBrowser>`
        select id_hash as hash, created_at, seen_at, user_agent, address from sessions
        where user_id = ${user} and seen_at > ${since(SESSION_DAYS)} and created_at > ${since(SESSION_MOST_DAYS)} order by seen_at desc`.execute(
        db,
      )
      return rows
    },
    async confirm(hash) {
      await sql`update sessions set confirmed_at = ${now().toISOString()} where id_hash = ${hash}`.execute(kysely)
    },
    async isConfirmed(hash, db = kysely) {
      const since = new Date(now().getTime() - CONFIRMED).toISOString()
      // Not from memory: another process may have heard it.
      const { rows } = await sql`select 1 from sessions where id_hash = ${hash} and confirmed_at > ${since}`.execute(db)
      return rows.length > 0
    },
    end,
    async endAll(user, except) {
      await sql`delete from sessions where user_id = ${user} and id_hash <> ${except ?? ''}`.execute(kysely)
      forgetUser(user, except)
    },
    forget: (hash) => memory.forget(hash),
    forgetUser,
    forgetAll: () => memory.clear(),
  }
}
