import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import { decode } from '../db/codec.ts'
import type { Database } from '../db/database.ts'
import { ifThereIsRoom } from '../db/trouble.ts'
import type { Catalog } from '../resource/catalog.ts'
import { sameText, sha256 } from './crypto.ts'
import { createMemory } from './memory.ts'

/** Said to a token without any right to write, whatever it wants to change. */
export const READ_ONLY = 'This token may only read.'
/** That a token was used is noted at most so often. */
const NOTED_EVERY = 60_000
/** As Sanctum has them: the token's id, and the secret whose hash is stored. */
const form = /^(\d{1,15})\|(plb_\w{40})$/

/** A token whose secret was right. */
export interface Token {
  readonly id: Id
  readonly user_id: Id
  /** What it may, by the names of `src/lib/abilities.ts`. */
  readonly abilities: readonly string[]
}

interface Kept extends Token {
  readonly hash: string
  /** When it ends, and when it was last noted as used, in milliseconds. */
  readonly ends: number
  noted: number
}

const textsIn = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/**
 * Access tokens, by the rows of the entity named `access_token`; those in use are cached in memory.
 * @param trusted whether this process is notified when another one ends a token
 */
export function createTokens(
  { kysely, reads }: Database,
  catalog: Catalog,
  { now, trusted }: { now: () => Date; trusted: () => boolean },
) {
  const entity = catalog.entities.find(({ name }) => name === 'access_token')
  const memory = createMemory<Id, Kept>(trusted)

  const read = async (id: Id) => {
    if (!entity) return undefined
    const found = await memory.read(async () => {
      const { rows } = await sql<Record<string, unknown>>`
        select user_id, abilities, token, ends_at, last_used_at from ${sql.table(entity.table)} where id = ${id} and deleted_at is null`.execute(
        reads,
      )
      return new Map(
        rows.map((row) => [
          id,
          {
            id,
            user_id: Number(row.user_id),
            abilities: textsIn(decode('json', row.abilities)),
            hash: String(row.token),
            ends: Date.parse(String(row.ends_at)),
            noted: Date.parse(String(row.last_used_at ?? '')) || 0,
          },
        ]),
      )
    })
    return found.get(id)
  }

  /** Notes the use without an event: it changes nothing of the record. */
  async function note(token: Kept) {
    const at = now()
    if (!entity || Math.abs(at.getTime() - token.noted) < NOTED_EVERY) return
    token.noted = at.getTime()
    await ifThereIsRoom(
      sql`update ${sql.table(entity.table)} set last_used_at = ${at.toISOString()} where id = ${token.id}`.execute(
        kysely,
      ),
    )
  }

  return {
    /** The token with this text; null for a wrong, expired or revoked one alike. */
    async find(text: string): Promise<Token | null> {
      const [, id = '', secret = ''] = form.exec(text) ?? []
      const token = id ? (memory.get(Number(id)) ?? (await read(Number(id)))) : undefined
      if (!token || !sameText(token.hash, sha256(secret)) || token.ends <= now().getTime()) return null
      await note(token)
      return token
    },
    /** Drops these tokens from the cache, after a change in any process. */
    forget: (ids: readonly Id[]): void => memory.forget(...ids),
    forgetAll: (): void => memory.clear(),
  }
}
export type Tokens = ReturnType<typeof createTokens>
