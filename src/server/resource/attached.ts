import { attachmentFields, guardOf, type Entity } from '../../core/entity/entity.ts'
import { denied, type Attaching } from '../../core/entity/rules.ts'
import { Refusal, refusalOf } from '../http/errors.ts'
import { isVisible } from './refs.ts'
import { sightOf } from './sight.ts'
import { findParent, type Context } from '../context/context.ts'

/** The entity of the record that a polymorphic row is attached to. */
function parentEntityOf({ catalog }: Context, entity: Entity, row: Record<string, unknown>): Entity | undefined {
  const attached = attachmentFields(entity)
  return attached ? catalog.attachableEntities(entity).find(({ table }) => table === row[attached.type]) : undefined
}

/** Announces the parent record, because it may include a count of what is attached to it. */
export async function announceParent(ctx: Context, entity: Entity, row: Record<string, unknown>): Promise<void> {
  const parentEntity = parentEntityOf(ctx, entity, row)
  const attached = attachmentFields(entity)
  if (parentEntity && attached) await ctx.announce(parentEntity, Number(row[attached.id]))
}

/**
 * Checks that the user may add, change or remove what is attached to the record that `row` belongs to: they must be
 * able to see that record and pass its entity's rule (`mayAttach`), or by default be allowed to edit it.
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
  const { catalog, user } = ctx
  const parentEntity = parentEntityOf(ctx, entity, row)
  const id = row[attached.id]
  // An invalid parent id was dropped from the draft when it was parsed.
  if (!parentEntity || typeof id !== 'number') throw new Refusal(404)
  const record = (await isVisible(ctx, parentEntity, id)) ? await findParent(ctx, parentEntity, id) : undefined
  if (!record) throw new Refusal(404)
  const at: Attaching = { child: entity, verb, before: verb === 'create' ? null : row }
  // Who may answer by a share link may add what its maker may (rule share-link).
  const by = user.grant ? { ...ctx, user: user.grant.maker } : ctx
  const own = catalog.serving(parentEntity).mayAttach
  const { mayAttach } = parentEntity.rules
  const stored = await own?.(at, record as never, by)
  const denial =
    own || mayAttach
      ? (denied(stored ?? true) ?? denied(mayAttach?.(at, record, sightOf(by)) ?? true))
      : denied(guardOf(parentEntity, 'edit')(user))
  if (denial) throw refusalOf(denial)
}
