import type { Id } from '../access/access.ts'
import { attachmentFields, parentsOf, type Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { conditionsOf } from '../query/implies.ts'

type Values = Readonly<Record<string, unknown>>

/** Names the record that another is nested below (`4`) or attached to (`rfis/4`); undefined if that is not given. */
export function belowOf(entity: Entity, values: Values): string | undefined {
  const attached = attachmentFields(entity)
  if (attached) {
    const [type, id] = [values[attached.type], values[attached.id]]
    return typeof type === 'string' && typeof id === 'number' ? `${type}/${id}` : undefined
  }
  const parent = parentsOf(entity.endpoint).at(-1)
  const id = parent && values[parent]
  return typeof id === 'number' ? String(id) : undefined
}

/** The record that everything that matches a condition is below, if the condition names one. */
export const belowIn = (entity: Entity, where: object): string | undefined =>
  belowOf(entity, Object.fromEntries(conditionsOf(where)))

/** The entities whose records can be below a record, and how their records name it. */
export const childrenOf = (entities: readonly Entity[], parent: Entity, id: Id): { child: Entity; below: string }[] =>
  entities.flatMap((child) => {
    if (attachmentFields(child))
      return parent.attachable.includes(child.name) ? [{ child, below: `${parent.table}/${id}` }] : []
    const field = parentsOf(child.endpoint).at(-1)
    const isBelow = field && (child.fields as Fields)[field]?.facts.ref?.entity === parent.name
    return isBelow ? [{ child, below: String(id) }] : []
  })
