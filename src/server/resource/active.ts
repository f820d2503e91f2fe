import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { findRow, type Context } from '../context/context.ts'
import { Refusal } from '../http/errors.ts'

/**
 * Refuses any change of a record that is inactive itself (an archived project), and making, changing and deleting what
 * is below one, except by what the description lists under `always`.
 * @throws Refusal 422 with the description's message
 */
export async function demandActive(
  ctx: Context,
  entity: Entity,
  verb: string,
  record: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (entity.always.includes(verb)) return
  // An inactive record goes as a whole, with all that is below it; it just does not change.
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
