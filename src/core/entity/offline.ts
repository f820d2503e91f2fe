import { attachmentFields, type Entity } from './entity.ts'
import type { Fields } from './field.ts'

/** A list that comes along with a record for use without a connection: the records below one or several parents. */
export interface Bundled {
  readonly entity: Entity
  /** Where its records hang: on records of these entities. */
  readonly parents: readonly Entity[]
  /** The ref to the parent; null for what is attached. */
  readonly field: string | null
}

/** The lists of a record's offline bundle, each after those of its parents. */
export function bundleOf(entities: readonly Entity[], root: Entity): Bundled[] {
  const marked = entities.filter(({ offline }) => offline === root.name)
  const nested: Bundled[] = []
  const refTo = (entity: Entity, parent: Entity) =>
    Object.entries(entity.fields as Fields).find(([, { facts }]) => facts.ref?.entity === parent.name)?.[0]
  // Level by level: what refers to the record itself is found by that, whatever else it refers to.
  const parents = [root]
  for (const parent of parents) {
    for (const entity of marked) {
      const field = refTo(entity, parent)
      if (field === undefined || attachmentFields(entity) || nested.some((one) => one.entity === entity)) continue
      nested.push({ entity, parents: [parent], field })
      parents.push(entity)
    }
  }
  const attached: Bundled[] = []
  let open = marked.filter((entity) => attachmentFields(entity))
  while (open.length) {
    // Messages come before the files that are attached to them.
    const ready = open.filter(
      (entity) => !open.some((other) => other !== entity && other.attachable.includes(entity.name)),
    )
    const above = [root, ...nested.map(({ entity }) => entity), ...attached.map(({ entity }) => entity)]
    const next = ready.length ? ready : open
    attached.push(
      ...next.map((entity) => ({
        entity,
        parents: above.filter(({ attachable }) => attachable.includes(entity.name)),
        field: null,
      })),
    )
    open = open.filter((entity) => !next.includes(entity))
  }
  return [...nested, ...attached]
}
