import type { Entity } from '../../core/entity/entity.ts'
import type { Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'
import { Refusal } from '../http/errors.ts'

/**
 * Asks the entity's own record rule whether the user may do this to this very record.
 * @throws Refusal 403, with the rule's own text when it has one
 */
export async function demandMay(
  ctx: Context,
  entity: Entity,
  verb: string,
  before: Row | null,
  draft: Record<string, unknown> = {},
): Promise<void> {
  const answer = await ctx.catalog.serving(entity).may?.(verb as never, { before, draft: draft as never }, ctx)
  if (answer !== undefined && answer !== true) throw new Refusal(403, answer || undefined)
}
