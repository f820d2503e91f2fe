import { activeParent, inactive, isInactive } from '../../core/entity/activity.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import { findParent, type Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'
import { refusalOf } from '../http/errors.ts'

/**
 * Refuses to change an inactive record (an archived project), or to create, change or delete anything below or attached to
 * one, however far below, except for the verbs that the description lists under `always`.
 * @throws Refusal 422 with the description's message
 */
export async function demandActive(
  ctx: Context,
  entity: Entity,
  verb: string,
  record: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (entity.always.includes(verb)) return
  const denial = inactive(entity, verb, record)
  if (denial) throw refusalOf(denial)
  const parent = activeParent(entity, record, ctx.catalog.entities)
  const row = parent && (await findParent(ctx, parent.entity, parent.id))
  if (parent && row) await demandActive(ctx, parent.entity, 'edit', row)
}

/** The error of a draft that would put a record on an inactive one; a record that is there already may stay. */
export async function checkEntering(
  ctx: Context,
  entity: Entity,
  draft: Readonly<Record<string, unknown>>,
  before: Row | null,
): Promise<FieldErrors> {
  const field = entity.entersWhileActive
  const id = field === undefined ? undefined : draft[field]
  if (field === undefined || typeof id !== 'number' || id === before?.[field]) return {}
  const parent = ctx.catalog.referred(entity, field)
  const row = await findParent(ctx, parent, id)
  return row && parent.active && isInactive(parent, row) ? { [field]: [parent.active.message] } : {}
}
