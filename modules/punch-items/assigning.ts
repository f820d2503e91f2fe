import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Ctx } from '#server/define-server.ts'
import { defaultPunchItems } from '../default-punch-items/entities.ts'
import { assigneeErrors } from '../projects/assignee.ts'
import { projects } from '../projects/entities.ts'
import type { punchItems, PunchItem } from './entities.ts'

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

export async function validateItem(draft: Draft, before: PunchItem | null, ctx: Ctx): Promise<FieldErrors> {
  const { assigned_id, private: isPrivate, project_id } = { ...before, ...draft }
  const isNew = assigned_id !== before?.assigned_id || (isPrivate === true && before?.private === false)
  if (!project_id || !assigned_id || !isNew) return {}
  return assigneeErrors({ assigned_id, project_id, isPrivate: isPrivate ?? false }, ctx)
}

/** Tells the project's listeners that a count changed for those who begin or cease to see an open item. */
export async function tellCounts(item: PunchItem, before: PunchItem | null, ctx: Ctx): Promise<void> {
  if (!before || (before.private === item.private && before.assigned_id === item.assigned_id)) return
  await ctx.announce(projects, item.project_id)
}
