import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import { attachmentFields, parentsOf, type Entity, type RecordOf } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { orderOf } from '../entity/order.ts'
import { isObject } from '../entity/parse.ts'
import { createCollection } from './collection.ts'
import type { Records } from './records.ts'

/** The live records of one entity, as every screen shares them. */
export type Collection<E extends Entity> = Records<RecordOf<E>>

export interface Store {
  /** @throws for an entity the store was not created with. */
  of<E extends Entity>(entity: E): Collection<E>
  byName(name: string): Collection<Entity> | undefined
  /** What is held of the records that come along with one, by the field they come in. */
  embedded(entity: Entity, id: Id): readonly { field: string; collection: Collection<Entity>; ids: readonly Id[] }[]
  /** Empties every collection: whoever signs in next finds nothing of the one before. */
  clear(): void
  /** Counts the clears, so that a list of ids starts over and an answer under way to the one before is not kept. */
  readonly cleared: ReadonlySignal<number>
}

/** Holds the records of these entities, each kind in its own order, wired so that what is nested goes with its parent. */
export function createStore(entities: readonly Entity[]): Store {
  const collections = new Map<string, Collection<Entity>>()
  const cleared = signal(0)
  const nested = entities.flatMap((entity) =>
    parentsOf(entity.endpoint).map((field) => ({ entity, field, parent: fieldsOf(entity)[field]?.facts.ref?.entity })),
  )
  for (const entity of entities) {
    const below = nested.filter(({ parent }) => parent === entity.name)
    const embeds = embedsOf(entity)
    const carried = entities.flatMap((child) => {
      const hangs = entity.attachable.includes(child.name) && attachmentFields(child)
      return hangs ? [{ name: child.name, hangs }] : []
    })
    collections.set(
      entity.name,
      createCollection<RecordOf<Entity>>(orderOf(entity), {
        ...(embeds.length && { unpack: (record) => unpack(record, embeds, (name) => collections.get(name)) }),
        removed(ids, source) {
          for (const { entity: child, field } of below)
            collections.get(child.name)?.evict((record) => ids.has(record[field]), source)
          for (const { name, hangs } of carried)
            collections
              .get(name)
              ?.evict((record) => record[hangs.type] === entity.table && ids.has(record[hangs.id]), source)
        },
      }),
    )
  }
  return {
    of<E extends Entity>({ name }: E) {
      const found = collections.get(name)
      if (!found) throw new Error(`The store holds no "${name}": register the entity in a module.`)
      // The one seam where a collection's records get their type back: its entity is the key it is kept under.
      return found as Collection<E>
    },
    byName: (name) => collections.get(name),
    embedded: (entity, id) =>
      embedsOf(entity).flatMap(([field, target]) => {
        const collection = collections.get(target)
        const child = entities.find(({ name }) => name === target)
        const comesAlong = child && belongingTo(entity, id, child, field)
        if (!collection || !comesAlong) return []
        const ids = collection.all.peek().flatMap((item) => (comesAlong(item.peek()) ? item.peek().id : []))
        return [{ field, collection, ids }]
      }),
    clear: () =>
      batch(() => {
        for (const collection of collections.values()) collection.clear()
        cleared.value = cleared.peek() + 1
      }),
    cleared,
  }
}

const fieldsOf = ({ fields }: Entity): Fields => fields
const computedOf = ({ computed }: Entity): Fields => computed

/** The computed fields that carry records of another entity: [field, entity name]. */
const embedsOf = (entity: Entity): [string, string][] =>
  Object.entries(computedOf(entity)).flatMap(([name, { facts }]) => (facts.embed ? [[name, facts.embed]] : []))

/** Tells which records of another entity come along with one of this, in one of its fields. */
function belongingTo(entity: Entity, id: Id, child: Entity, field: string): (record: RecordOf<Entity>) => boolean {
  const hangs = attachmentFields(child)
  const [ref] = Object.entries(fieldsOf(child)).find(([, { facts }]) => facts.ref?.entity === entity.name) ?? []
  const tests = Object.entries({
    ...computedOf(entity)[field]?.facts.embedWhere,
    ...(hangs ? { [hangs.type]: entity.table, [hangs.id]: id } : { [ref ?? '']: id }),
  })
  return (record) => tests.every(([name, value]) => record[name] === value)
}

/** Embedded records go into their own collection, where they stay live; the record that brought them keeps their ids. */
function unpack(
  record: RecordOf<Entity>,
  embeds: readonly [string, string][],
  find: (name: string) => Collection<Entity> | undefined,
): RecordOf<Entity> {
  const ids: Record<string, unknown> = {}
  for (const [field, target] of embeds) {
    const sent: unknown = record[field]
    if (!Array.isArray(sent)) continue
    find(target)?.put(sent.filter((item) => isRecord(item)))
    ids[field] = sent.map((item: unknown) => (isRecord(item) ? item.id : item))
  }
  return { ...record, ...ids }
}

/** True for what can be held: an object with an id. That its other fields are as described is the server's word. */
export const isRecord = <E extends Entity = Entity>(value: unknown): value is RecordOf<E> =>
  isObject(value) && typeof value.id === 'number'
