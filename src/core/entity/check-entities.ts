import type { Area } from '../access/access.ts'
import { areaOf, attachmentFields, type Entity } from './entity.ts'
import type { Fields } from './field.ts'
import { describeTotals } from './totals.ts'
import { undoOf } from './undo.ts'

/** A registration with the module it comes from. */
export type Owned<T> = { owner: string; item: T }

/** @throws naming both owners when two registrations have the same name. */
export function refuseDuplicates<T>(what: string, owned: readonly Owned<T>[], nameOf: (item: T) => string) {
  const owners = new Map<string, string>()
  for (const { owner, item } of owned) {
    const name = nameOf(item)
    const first = owners.get(name)
    if (first !== undefined) throw new Error(`${what} "${name}" is registered by ${first} and again by ${owner}.`)
    owners.set(name, owner)
  }
}

/**
 * Checks the entities of all modules against each other, and adds to parents the totals that others declare on them; for
 * both the browser's registry and the server's app.
 * @throws on a duplicate entity, table or area, and on an area or ref that is not declared.
 */
export function checkEntities(owned: readonly Owned<Entity>[]): Area[] {
  const tables = owned.flatMap(({ owner, item }) => {
    const lines = Object.entries(item.fields as Fields).flatMap(([name, { facts }]) =>
      facts.lines && !facts.shared ? [name] : [],
    )
    return [item.table, ...lines].map((table) => ({ owner, item: table }))
  })
  describeTotals(owned.map(({ item }) => item))
  refuseDuplicates('Entity', owned, (entity) => entity.name)
  refuseDuplicates('Endpoint', owned, (entity) => entity.endpoint.replace(/\{\w+\}/g, '{}'))
  refuseDuplicates('Table', tables, (table) => table)
  const declared = owned.flatMap(({ owner, item }) =>
    [...(typeof item.area === 'string' ? [] : [item.area]), ...item.areas].map((area) => ({ owner, item: area })),
  )
  const distinct = declared.filter(({ item }, at) => declared.findIndex((other) => other.item === item) === at)
  refuseDuplicates('Area', distinct, (area) => area.area)
  const areas = new Set(distinct.map(({ item }) => item.area))
  const names = new Set(owned.map(({ item }) => item.name))
  const polymorphic = new Set(owned.flatMap(({ item }) => (attachmentFields(item) ? [item.name] : [])))
  for (const { owner, item } of owned) {
    for (const carried of item.attachable)
      if (!polymorphic.has(carried))
        throw new Error(
          `Entity "${item.name}" of ${owner} lists "${carried}" as attachable, which is no polymorphic entity.`,
        )
    for (const action of item.actions) {
      const undo = undoOf(item, action)
      if (typeof undo === 'string' && !item.actions.includes(undo))
        throw new Error(`Entity "${item.name}" of ${owner} undoes ${action} by "${undo}", which is no action of it.`)
    }
    if (!areas.has(areaOf(item)))
      throw new Error(`Entity "${item.name}" of ${owner} names the area "${areaOf(item)}", which nobody declares.`)
    for (const target of refsOf(item))
      if (!names.has(target))
        throw new Error(`Entity "${item.name}" of ${owner} refers to "${target}", which nobody declares.`)
  }
  return distinct.map(({ item }) => item)
}

/** The entities that an entity refers to: in its refs, in its lines' refs, and in its embeds. */
function refsOf({ fields, computed }: Entity): string[] {
  return Object.values({ ...fields, ...computed } as Fields).flatMap(({ facts }) => [
    ...[facts.ref?.entity, facts.embed].filter((name) => name !== undefined),
    ...Object.values(facts.lines ?? {}).flatMap((line) => line.facts.ref?.entity ?? []),
  ])
}
