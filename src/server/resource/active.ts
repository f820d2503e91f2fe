import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { findRow, type Context } from '../context/context.ts'
import { Refusal } from '../http/errors.ts'

/**
 * Refuses to change an inactive record (an archived project), or to create, change or delete anything below one, except
 * for the verbs that the description lists under `always`.
 * @throws Refusal 422 with the description's message
 */
export async function demandActive(
  ctx: Context,
  entity: Entity,
  verb: string,
  record: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (entity.always.includes(verb)) return
  // An inactive record cannot be changed, but it can be deleted together with everything below it.
  if (verb !== 'delete') refuseInactive(entity, record)
  if (entity.whileActive === undefined) return
  const { ref } = (entity.fields as Fields)[entity.whileActive]?.facts ?? {}
  const id = record[entity.whileActive]
  if (!ref || typeof id !== 'number') return
  const parent = ctx.catalog.entity(ref.entity)
  const row = await findRow(ctx, parent, id)
  if (row) refuseInactive(parent, row)
}

function refuseInactive({ active }: Entity, record: Readonly<Record<string, unknown>>): void {
  if (active && (record[active.until] ?? null) !== null) throw new Refusal(422, active.message, {})
}
