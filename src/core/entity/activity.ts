import type { Id } from '../access/access.ts'
import { attachmentFields, type Entity } from './entity.ts'
import type { Fields } from './field.ts'
import { recordAbove } from './home.ts'
import { notNow, type Denial } from './rules.ts'

type Values = Readonly<Record<string, unknown>>

export const isInactive = ({ active }: Pick<Entity, 'active'>, record: Values): boolean =>
  active !== undefined && (record[active.until] ?? null) !== null

/** Why an inactive record (an archived project) cannot be changed; it can be deleted together with everything below it. */
export const inactive = (entity: Entity, verb: string, record: Values): Denial | null =>
  entity.active && verb !== 'delete' && !entity.active.except?.includes(verb) && isInactive(entity, record)
    ? notNow(entity.active.message)
    : null

/** The record that must be active for a record to change: what it is attached to, or what its description names. */
export function activeParent(
  entity: Entity,
  record: Values,
  entities: readonly Entity[],
): { entity: Entity; id: Id } | null {
  if (attachmentFields(entity)) return recordAbove(entity, record, entities)
  const { whileActive } = entity
  const id = whileActive === undefined ? null : record[whileActive]
  if (whileActive === undefined || typeof id !== 'number') return null
  const target = (entity.fields as Fields)[whileActive]?.facts.ref?.entity
  const parent = entities.find(({ name }) => name === target)
  return parent ? { entity: parent, id } : null
}
