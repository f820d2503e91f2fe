import { sql } from 'kysely'
import { guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { isObject } from '../../lib/is-object.ts'
import { sha256 } from '../auth/crypto.ts'
import { condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import { Refusal } from '../http/errors.ts'
import { narrow } from './present.ts'
import { ruleFor } from './visibility.ts'
import type { Context } from '../context/context.ts'

export interface Answer {
  status: 200 | 201
  body: unknown
}

/** A request that a client may retry under its Idempotency-Key. */
export interface Keyed {
  readonly key: string | undefined
  /** Method and path: `POST /api/customers`. */
  readonly request: string
  /** The parsed body. Reusing a key with a different body is a different save, and refused. */
  readonly input: unknown
  readonly entity: Entity
  /** The verbs and actions that the request performs on records of `entity`; a replay is answered only if the user may still do all of it. */
  readonly verbs: readonly string[]
}

/**
 * Runs a save once per Idempotency-Key and user. A repeated request gets the stored response, filtered to what the user
 * may see today. The key is written in the same transaction as the save, so a failed save leaves the key free, and of
 * two simultaneous requests the second waits for the first. A request that hands over a secret runs every time.
 * @throws Refusal 422 when the key was used with another request or body, 403 or 404 when the user's current rights no
 * longer allow the response
 */
export async function once(ctx: Context, keyed: Keyed, save: () => Promise<Answer>): Promise<Answer> {
  const { key, request, input } = keyed
  if (key === undefined || key === '') return save()
  if (key.length > 255 || key.includes('\0')) throw new Refusal(422, 'An Idempotency-Key has at most 255 characters.')
  const { db, user, now } = ctx
  const hash = sha256(JSON.stringify(input, withoutWriteOnly(keyed.entity)))
  const taken =
    await sql`insert into idempotency_keys (user_id, key, request, body_hash, created_at) values (${user.id}, ${key}, ${request}, ${hash}, ${now}) on conflict do nothing returning key`.execute(
      db,
    )
  if (taken.rows.length) {
    const answer = await save()
    // A link or an address that was handed over is kept nowhere: repeated, the request makes another.
    ctx.closing.push(
      ctx.handsOver || ctx.catalog.serving(keyed.entity).secret
        ? sql`delete from idempotency_keys where user_id = ${user.id} and key = ${key}`
        : sql`update idempotency_keys set status = ${answer.status}, body = ${JSON.stringify(answer.body)} where user_id = ${user.id} and key = ${key}`,
    )
    return answer
  }
  const { rows } = await sql<{
    request: string
    body_hash: string | null
    status: unknown
    body: string
  }>`select request, body_hash, status, body from idempotency_keys where user_id = ${user.id} and key = ${key}`.execute(
    db,
  )
  const first = rows[0]
  // Keys stored by the previous version have no hash, so for those the body cannot be compared.
  if (!first || first.request !== request || (first.body_hash ?? hash) !== hash)
    throw new Refusal(422, 'This Idempotency-Key was used for something else.')
  const body = await readableToday(ctx, keyed, JSON.parse(first.body))
  return { status: Number(first.status) === 200 ? 200 : 201, body }
}

/** Drops write-only values before hashing a body: a stored hash would allow guessing a password offline. */
const withoutWriteOnly =
  ({ fields }: Entity) =>
  (name: string, value: unknown) =>
    Object.hasOwn(fields, name) && (fields as Fields)[name]?.facts.writeOnly ? undefined : value

/** A stored response, filtered to what the user may see now. Records deleted since are still included. */
async function readableToday(ctx: Context, { entity, verbs }: Keyed, body: unknown): Promise<unknown> {
  const { catalog, db, user } = ctx
  if (!verbs.every((verb) => guardOf(entity, verb)(user))) throw new Refusal(403)
  const records = (Array.isArray(body) ? body : [body]).filter(isObject)
  const rule = condition(catalog, entity, await ruleFor(catalog, entity, ctx), { few: true })
  const ids = inList(
    catalog.dialect,
    sql.ref('t.id'),
    records.map(({ id }) => id),
  )
  const { rows } = await sql<{
    n: unknown
  }>`select count(*) as n from ${sql.table(entity.table)} as t where ${ids} and ${rule}`.execute(db)
  if (Number(rows[0]?.n) < new Set(records.map(({ id }) => id)).size) throw new Refusal(404)
  const narrowed = records.map((record) => narrow(entity, record, user))
  return Array.isArray(body) ? narrowed : narrowed[0]
}
