import type { Context as HonoContext } from 'hono'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { readId } from '../../core/entity/id.ts'
import { forUpdate } from '../db/database.ts'
import type { Row } from '../db/rows.ts'
import { changedBy } from '../events/history.ts'
import { invalid, Refusal } from '../http/errors.ts'
import type { Keyed } from './idempotency.ts'
import { saveRow } from './save.ts'
import type { Target } from './target.ts'
import type { AllServices } from '../services.ts'
import type { Context } from '../context/context.ts'

/** Where an entity's changes are taken. */
export interface Mount extends Target {
  readonly deps: AllServices
  readonly catalog: AllServices['catalog']
  readonly serving: ReturnType<AllServices['catalog']['serving']>
  readonly entity: Entity
}

export const keyed = ({ entity }: Mount, c: HonoContext, input: unknown, verbs: readonly string[]): Keyed => ({
  key: c.req.header('idempotency-key'),
  // PUT and PATCH are equivalent here.
  request: `${c.req.method === 'PUT' ? 'PATCH' : c.req.method} ${c.req.path}`,
  input,
  entity,
  verbs,
})

export async function saveOne(
  on: Mount,
  ctx: Context,
  draft: Record<string, unknown>,
  parents: Record<string, Id | string>,
): Promise<Row> {
  if (isNew(draft)) return saveRow(ctx, on.entity, { ...draft, ...parents }, null, { as: 'client' })
  return updateOne(on, ctx, sentId(draft), draft, parents)
}

/** The id that a record is sent with. @throws Refusal 422 */
export function sentId(sent: Readonly<Record<string, unknown>>): Id {
  const id = readId(sent.id)
  if (id === null) throw invalid({ id: ['Id is invalid.'] })
  return id
}

export async function updateOne(
  { rowFor, catalog, demand, serialize, entity }: Mount,
  ctx: Context,
  id: Id,
  input: Record<string, unknown>,
  parents: Record<string, Id | string>,
): Promise<Row> {
  const before = await rowFor(ctx, id, parents, forUpdate(catalog.dialect))
  demand(ctx.user, 'edit')
  const { updated_at: seen, ...draft } = input
  if (seen !== undefined && seen !== null && isStale(seen, before))
    throw new Refusal(409, undefined, undefined, {
      data: await serialize(ctx, before),
      by: await changedBy(ctx, entity, id),
    })
  return saveRow(ctx, entity, { ...draft, ...parents }, before, { as: 'client' })
}

/** Drafts without an id are new records. Empty text counts as none, because Laravel's middleware turns it into null. */
export const isNew = ({ id }: Record<string, unknown>): boolean => id === undefined || id === null || id === ''

/** Whether the writer last saw an older version than the stored one, and so has to review the newer one first. */
function isStale(seen: unknown, before: Row): boolean {
  const instant = typeof seen === 'string' ? Date.parse(seen) : Number.NaN
  if (Number.isNaN(instant)) throw invalid({ updated_at: ['Updated at must be a date and time.'] })
  return instant < Date.parse(before.updated_at)
}
