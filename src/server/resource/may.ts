import { guardOf, type Entity } from '../../core/entity/entity.ts'
import { denied } from '../../core/entity/rules.ts'
import type { Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'
import { Refusal, refusalOf } from '../http/errors.ts'
import { demandActive } from './active.ts'
import { demandAttachable } from './attached.ts'
import { readFor } from './sight.ts'

/**
 * Applies the entity's `may` rules to this record, those of the server first: they take the locks under which the others read.
 * @throws Refusal 403, with the rule's message if it gave one
 */
export async function demandMay(
  ctx: Context,
  entity: Entity,
  verb: string,
  before: Row | null,
  draft: Record<string, unknown> = {},
): Promise<void> {
  const own = await ctx.catalog.serving(entity).may?.(verb as never, { before, draft: draft as never }, ctx)
  const { may } = entity.rules
  const sight = may && (await readFor(ctx, entity, [{ values: { ...before, ...draft }, before }]))
  const denial = denied(own ?? true) ?? (may && sight ? denied(may(verb, { before, draft }, sight)) : null)
  if (denial) throw refusalOf(denial)
}

/**
 * Checks that the user may take this action on a record they can see, or delete it.
 * @throws Refusal 403, or 422 while the record is not active
 */
export async function demandAction(ctx: Context, entity: Entity, action: string, record: Row): Promise<void> {
  if (!guardOf(entity, action)(ctx.user)) throw new Refusal(403)
  await demandAttachable(ctx, entity, action === 'delete' ? 'delete' : 'edit', record)
  // The body of an action is not a draft and has not been validated: the action parses it.
  await demandMay(ctx, entity, action, record)
  await demandActive(ctx, entity, action, record)
}
