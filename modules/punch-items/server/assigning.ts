import type { DraftOf } from '#core/entity/entity.ts'
import type { Ctx } from '#server/define-server.ts'
import { defaultPunchItems } from '../../default-punch-items/entities.ts'
import type { punchItems, PunchItem } from '../entities.ts'

type Draft = DraftOf<typeof punchItems>

/** A new item from a default needs a photo if the default does. */
export async function deriveItem(
  { default_punch_item_id }: Draft,
  before: PunchItem | null,
  ctx: Ctx,
): Promise<Partial<PunchItem>> {
  if (before || !default_punch_item_id) return {}
  const source = await ctx.find(defaultPunchItems, default_punch_item_id)
  return source?.requires_photo ? { requires_photo: true } : {}
}
