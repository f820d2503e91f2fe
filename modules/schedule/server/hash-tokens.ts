import { sql } from 'kysely'
import { sha256, type Ctx } from '#server/define-server.ts'
import { TOKEN } from './feed-server.ts'

const AT_ONCE = 200

/** Earlier versions kept the tokens themselves, in the history and in kept answers too. Their addresses go on working. */
export async function hashTokens({ query }: Ctx): Promise<void> {
  const plain = await query(
    sql<{ id: unknown; token: string }>`select id, token from calendar_feeds where length(token) = ${2 * TOKEN}`,
  )
  if (!plain.length) return
  for (let from = 0; from < plain.length; from += AT_ONCE) {
    const rows = plain
      .slice(from, from + AT_ONCE)
      .map(({ id, token }) => sql`(cast(${id} as bigint), ${sha256(token)}, ${sha256(token)})`)
    await query(
      sql`with hashed (id, token, token_key) as (values ${sql.join(rows)}) update calendar_feeds set token = hashed.token, token_key = hashed.token_key, given_at = coalesce(given_at, created_at) from hashed where hashed.id = calendar_feeds.id`,
    )
  }
  await query(sql`update events set changes = '{}' where subject_type = 'calendar_feed'`)
  await query(sql`delete from idempotency_keys where request like 'POST /api/calendar_feeds/%'`)
}
