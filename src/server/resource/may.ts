import type { Entity } from '../../core/entity/entity.ts'
import type { Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'
import { Refusal } from '../http/errors.ts'

/**
 * Applies the entity's `may` rule to this record.
 * @throws Refusal 403, with the rule's message if it gave one
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
