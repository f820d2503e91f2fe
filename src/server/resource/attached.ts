import { attachmentFields, guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Attaching } from '../define-server.ts'
import { Refusal } from '../http/errors.ts'
import { demandActive } from './active.ts'
import { passing, ruleFor } from './visibility.ts'
import { findRow, type Context } from '../context/context.ts'

/** The entity whose record a polymorphic entity's row hangs on. */
function parentEntityOf({ catalog }: Context, entity: Entity, row: Record<string, unknown>): Entity | undefined {
  const attached = attachmentFields(entity)
  return attached ? catalog.attachableEntities(entity).find(({ table }) => table === row[attached.type]) : undefined
}

/** What is attached to a record may be counted in it: its listeners hear of it anew. */
export async function announceParent(ctx: Context, entity: Entity, row: Record<string, unknown>): Promise<void> {
  const parentEntity = parentEntityOf(ctx, entity, row)
  const attached = attachmentFields(entity)
  if (parentEntity && attached) await ctx.announce(parentEntity, Number(row[attached.id]))
}

/**
 * Whether the user may put something on, change on or take from the record that a polymorphic entity's `row` hangs on:
 * one must see that record, and its entity says who may (`carry`), else whoever may edit it.
 * @throws Refusal 403, or 404 when there is no such record
 */
export async function demandAttachable(
  ctx: Context,
  entity: Entity,
  verb: Attaching['verb'],
  row: Record<string, unknown>,
): Promise<void> {
  const attached = attachmentFields(entity)
  if (!attached) return
  const { catalog, db, user } = ctx
  const parentEntity = parentEntityOf(ctx, entity, row)
  const id = row[attached.id]
  // A draft whose id made no sense has none.
  if (!parentEntity || typeof id !== 'number') throw new Refusal(404)
  const seen = await passing(db, catalog, parentEntity, [id], await ruleFor(catalog, parentEntity, ctx))
  const record = seen.has(id) ? await findRow(ctx, parentEntity, id) : undefined
  if (!record) throw new Refusal(404)
  await demandActive(ctx, parentEntity, 'edit', record)
  const { mayAttach } = catalog.serving(parentEntity)
  const answer = mayAttach
    ? await mayAttach({ child: entity, verb, before: verb === 'create' ? null : row }, record as never, ctx)
    : guardOf(parentEntity, 'edit')(user)
  if (answer !== true) throw new Refusal(403, answer || undefined)
}
