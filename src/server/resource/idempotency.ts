import { sql } from 'kysely'
import { Refusal } from '../http/errors.ts'
import type { Work } from './work.ts'

export interface Answer {
  status: 200 | 201
  body: unknown
}

/**
 * Runs a save once per Idempotency-Key and person: the second send of a key gets the first one's answer. The key is
 * taken in the same transaction as the save, so a save that failed leaves its key free, and of two sends at the same
 * moment one waits for the other.
 * @throws Refusal 422 when the key was used for something else
 */
export async function once(
  work: Work,
  key: string | undefined,
  request: string,
  save: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined || key === '') return save()
  if (key.length > 255 || key.includes('\0')) throw new Refusal(422, 'An Idempotency-Key has at most 255 characters.')
  const { db, user, now } = work
  const taken =
    await sql`insert into idempotency_keys (user_id, key, request, created_at) values (${user.id}, ${key}, ${request}, ${now}) on conflict do nothing returning key`.execute(
      db,
    )
  if (taken.rows.length) {
    const answer = await save()
    await sql`update idempotency_keys set status = ${answer.status}, body = ${JSON.stringify(answer.body)} where user_id = ${user.id} and key = ${key}`.execute(
      db,
    )
    return answer
  }
  const { rows } = await sql<{
    request: string
    status: unknown
    body: string
  }>`select request, status, body from idempotency_keys where user_id = ${user.id} and key = ${key}`.execute(db)
  const first = rows[0]
  if (!first || first.request !== request) throw new Refusal(422, 'This Idempotency-Key was used for something else.')
  return { status: Number(first.status) === 200 ? 200 : 201, body: JSON.parse(first.body) }
}
