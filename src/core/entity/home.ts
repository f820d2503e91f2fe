import type { Id } from '../access/access.ts'
import { attachmentFields, parentsOf, type Entity } from './entity.ts'
import type { Fields } from './field.ts'

/** The fields that name what an entity's records belong to through what they are attached to. */
export const homeFields = (entity: Entity): { name: string; target: string }[] =>
  Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) =>
    facts.home && facts.ref ? [{ name, target: facts.ref.entity }] : [],
  )

/** The record that a record is attached to or nested below; null if there is none. */
export function recordAbove(
  entity: Entity,
  record: Readonly<Record<string, unknown>>,
  entities: readonly Entity[],
): { entity: Entity; id: Id } | null {
  const attached = attachmentFields(entity)
  const above = attached?.id ?? parentsOf(entity.endpoint).at(-1) ?? ''
  const ref = (entity.fields as Fields)[above]?.facts.ref?.entity
  const parent = entities.find(({ name, table, attachable }) =>
    attached ? table === record[attached.type] && attachable.includes(entity.name) : name === ref,
  )
  const id = record[above]
  return parent && typeof id === 'number' ? { entity: parent, id } : null
}

/**
 * One step from a record to the record of `target` that it belongs to: its id if the record tells, or the record above
 * to go on from; null if there is neither.
 */
export function towardsHome(
  target: string,
  entity: Entity,
  record: Readonly<Record<string, unknown>>,
  entities: readonly Entity[],
): Id | { entity: Entity; id: Id } | null {
  const idIn = (name: string) => (typeof record[name] === 'number' ? record[name] : null)
  if (entity.name === target) return idIn('id')
  const fields: Fields = entity.fields
  const own = Object.entries(fields).find(([, { facts }]) => facts.ref?.entity === target && !facts.home)
  return own ? idIn(own[0]) : recordAbove(entity, record, entities)
}
