import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { findRow, type Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'
import { fillComputed } from './computed.ts'
import { stopped } from '../../core/entity/rules.ts'
import { askedFor, stepped } from '../../core/entity/steps.ts'
import { refusalOf } from '../http/errors.ts'
import { demandAction } from './may.ts'
import { saveRow } from './save.ts'
import { isVersionAction, takeVersionAction } from './versions.ts'
import { sightOf } from './sight.ts'

/**
 * Takes an action on a record, which is locked and which the user sees: its workflow's step, and what its module does.
 * @returns the record afterwards
 * @throws Refusal 403 or 422
 */
export async function takeAction(
  ctx: Context,
  entity: Entity,
  action: string,
  before: Row,
  input: Record<string, unknown>,
): Promise<Row> {
  await demandAction(ctx, entity, action, before)
  await fillComputed(ctx, entity, [before])
  const step = stepped(entity, action, before, input, ctx)
  if ('denial' in step) throw refusalOf(step.denial)
  if (!step.record) return before
  const asked = askedFor(entity.workflow?.steps[action]?.asks, input)
  const denial = stopped(entity.rules.steps?.[action]?.(before, sightOf(ctx), { ...input, ...asked }))
  if (denial) throw refusalOf(denial)
  const own = ctx.catalog.serving(entity).actions?.[action]
  const restored = !own && isVersionAction(entity, action) ? takeVersionAction(action, step.record, input) : undefined
  const wanted = restored?.record ?? (own ? await own({ ...step.record }, ctx, input) : step.record)
  const draft = Object.fromEntries(Object.keys(entity.fields as Fields).map((name) => [name, wanted[name]]))
  const saved = await saveRow(ctx, entity, draft, before, { as: 'server', action, fileName: restored?.fileName })
  // Read again, since the action may have changed attached records, and so computed values, without returning them.
  return (await findRow(ctx, entity, saved.id)) ?? saved
}
