import { guest } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { defaultPunchItems } from '../default-punch-items/entities.ts'
import { assigneeErrors } from '../projects/assignee.ts'
import { projects } from '../projects/entities.ts'
import { punchItems, type PunchItem } from './entities.ts'
import { NEVER_COMPLETED, NO_PHOTO } from './guards.ts'

type Draft = DraftOf<typeof punchItems>

/** Refuses a guest who assigns an item, instead of dropping that part of what was sent. */
export const mayAssignIn = ({ assigned_id }: Draft, before: PunchItem | null, { user }: Ctx): boolean | string =>
  !guest(user) || (assigned_id ?? null) === (before?.assigned_id ?? null) || assigned_id === undefined
    ? true
    : 'Guests cannot assign punch items.'

/** The author of a new item; one from a default needs a photo if the default does. */
export async function deriveItem(
  { default_punch_item_id }: Draft,
  before: PunchItem | null,
  ctx: Ctx,
): Promise<Partial<PunchItem>> {
  if (before) return {}
  const made = { user_id: ctx.user.id }
  if (!default_punch_item_id) return made
  const source = await ctx.find(defaultPunchItems, default_punch_item_id)
  return source?.requires_photo ? { ...made, requires_photo: true } : made
}

export async function validateItem(draft: Draft, before: PunchItem | null, ctx: Ctx): Promise<FieldErrors> {
  const { assigned_id, private: isPrivate, cost_code_id, project_id } = { ...before, ...draft }
  if (!project_id) return {}
  const isNew = assigned_id !== before?.assigned_id || (isPrivate === true && before?.private === false)
  const errors =
    assigned_id && isNew ? await assigneeErrors({ assigned_id, project_id, isPrivate: isPrivate ?? false }, ctx) : {}
  if (!cost_code_id || cost_code_id === before?.cost_code_id) return errors
  const code = await ctx.find(costCodes, cost_code_id)
  if (code?.project_id === project_id) return errors
  return { ...errors, cost_code_id: ['Choose a cost code of this project.'] }
}

/** Tells the project's listeners that a count changed for those who begin or cease to see an open item. */
export async function tellCounts(item: PunchItem, before: PunchItem | null, ctx: Ctx): Promise<void> {
  if (!before || (before.private === item.private && before.assigned_id === item.assigned_id)) return
  await ctx.announce(projects, item.project_id)
}

export async function complete(item: PunchItem, ctx: Ctx): Promise<PunchItem> {
  if (!item.requires_photo) return item
  const about = { attachable_type: punchItems.table, attachable_id: item.id, kind: 'after' as const, image: true }
  return (await ctx.count(attachments, about)) ? item : refuse(NO_PHOTO)
}

export function close(item: PunchItem, ctx: Ctx): PunchItem {
  if (!item.completed_at) ctx.warn('not_completed', NEVER_COMPLETED)
  return item
}

export const reject = (item: PunchItem, { user, now }: Ctx): PunchItem => ({
  ...item,
  rejected_id: user.id,
  rejected_at: now,
})

/** Reopening says nothing about the work, so the reason of an earlier rejection no longer applies. */
export const reopen = (item: PunchItem): PunchItem => ({
  ...item,
  rejected_id: null,
  rejected_at: null,
  rejected_reason: null,
})
