import { carriedBy, guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Carried } from '../define-server.ts'
import { Refusal } from '../http/errors.ts'
import { demandActive } from './active.ts'
import { passing, ruleFor } from './visibility.ts'
import { findRow, type Context } from '../context/context.ts'

/** The entity whose record a polymorphic entity's row hangs on. */
function carrierOf({ catalog }: Context, entity: Entity, row: Record<string, unknown>): Entity | undefined {
  const hangs = carriedBy(entity)
  return hangs ? catalog.carriers(entity).find(({ table }) => table === row[hangs.type]) : undefined
}

/** What is attached to a record may be counted in it: its listeners hear of it anew. */
export async function announceCarrier(ctx: Context, entity: Entity, row: Record<string, unknown>): Promise<void> {
  const carrier = carrierOf(ctx, entity, row)
  const hangs = carriedBy(entity)
  if (carrier && hangs) await ctx.announce(carrier, Number(row[hangs.id]))
}

/**
 * Whether the user may put something on, change on or take from the record that a polymorphic entity's `row` hangs on:
 * one must see that record, and its entity says who may (`carry`), else whoever may edit it.
 * @throws Refusal 403, or 404 when there is no such record
 */
export async function demandCarrier(
  ctx: Context,
  entity: Entity,
  verb: Carried['verb'],
  row: Record<string, unknown>,
): Promise<void> {
  const hangs = carriedBy(entity)
  if (!hangs) return
  const { catalog, db, user } = ctx
  const carrier = carrierOf(ctx, entity, row)
  const id = row[hangs.id]
  // A draft whose id made no sense has none.
  if (!carrier || typeof id !== 'number') throw new Refusal(404)
  const seen = await passing(db, catalog, carrier, [id], await ruleFor(catalog, carrier, ctx))
  const record = seen.has(id) ? await findRow(ctx, carrier, id) : undefined
  if (!record) throw new Refusal(404)
  await demandActive(ctx, carrier, 'edit', record)
  const { carry } = catalog.serving(carrier)
  const answer = carry
    ? await carry({ child: entity, verb, before: verb === 'create' ? null : row }, record as never, ctx)
    : guardOf(carrier, 'edit')(user)
  if (answer !== true) throw new Refusal(403, answer || undefined)
}
