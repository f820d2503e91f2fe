import { carriedBy, guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Carried } from '../define-server.ts'
import { Refusal } from '../http/errors.ts'
import { passing, ruleFor } from './visibility.ts'
import { findRow, type Work } from './work.ts'

/**
 * Whether the user may put something on, change on or take from the record that a polymorphic entity's `row` hangs on:
 * one must see that record, and its entity says who may (`carry`), else whoever may edit it.
 * @throws Refusal 403, or 404 when there is no such record
 */
export async function demandCarrier(
  work: Work,
  entity: Entity,
  verb: Carried['verb'],
  row: Record<string, unknown>,
): Promise<void> {
  const hangs = carriedBy(entity)
  if (!hangs) return
  const { catalog, ctx, db, user } = work
  const carrier = catalog.carriers(entity).find(({ table }) => table === row[hangs.type])
  if (!carrier) throw new Refusal(404)
  const id = Number(row[hangs.id])
  const seen = await passing(db, catalog, carrier, [id], await ruleFor(catalog, carrier, ctx))
  const record = seen.has(id) ? await findRow(work, carrier, id) : undefined
  if (!record) throw new Refusal(404)
  const { carry } = catalog.serving(carrier)
  const answer = carry
    ? await carry({ child: entity, verb, before: verb === 'create' ? null : row }, record as never, ctx)
    : guardOf(carrier, 'edit')(user)
  if (answer !== true) throw new Refusal(403, answer || undefined)
}
