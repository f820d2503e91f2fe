import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import { attachmentFields, parentsOf, type Base, type Entity, type RecordOf } from '../entity/entity.ts'
import { lazily, type Fields } from '../entity/field.ts'
import { readId } from '../entity/id.ts'
import { orderOf } from '../entity/order.ts'
import { isObject } from '#lib/is-object.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import { createCompleting } from '../resource/completing.ts'
import { createCollection } from './collection.ts'
import { createAnswers, type Answers } from './query.ts'
import type { Records } from './records.ts'

/** The live records of one entity, shared by all screens. */
export type Collection<E extends Entity> = Records<RecordOf<E>>

/** Learns what the server sent, to keep a copy of it. */
export interface StoreObserver {
  stored(entity: Entity, records: readonly Base[]): void
  removed(entity: Entity, ids: ReadonlySet<Id>): void
  answered(entity: Entity, where: object, ids: readonly Id[], since: string | null): void
}

/** The records of one kind that come along with a record. */
export interface Embedded {
  readonly field: string
  readonly entity: Entity
  readonly collection: Collection<Entity>
  readonly ids: readonly Id[]
  /** All those below the record, of which only some may come along. */
  readonly below: object
  /** The question that they answer, the same one; null where only some of those come along. */
  readonly where: object | null
}

export interface Store extends Omit<Answers, 'clear'> {
  /** The entities it was created with. */
  readonly entities: readonly Entity[]
  /** Sets the one observer. */
  observe(observer: StoreObserver): void
  /** @throws for an entity the store was not created with. */
  of<E extends Entity>(entity: E): Collection<E>
  byName(name: string): Collection<Entity> | undefined
  /** The stored records that are embedded in one, by the field that embeds them. */
  embedded(entity: Entity, id: Id): readonly Embedded[]
  /** Empties every collection, so that the next user to sign in finds no data of the previous one. */
  clear(): void
  /** Counts the clears, so that lists of ids start over and responses in flight for the previous user are dropped. */
  readonly cleared: ReadonlySignal<number>
}

/**
 * Stores the records of these entities, each in its own sort order; removing a parent also removes what is nested below
 * it. `completes` tells whether the server keeps to the specification, so that its records are to be completed.
 */
export function createStore(entities: readonly Entity[], completes: () => boolean = () => false): Store {
  const collections = new Map<string, Collection<Entity>>()
  const cleared = signal(0)
  let observer: StoreObserver | undefined
  const nested = entities.flatMap((entity) =>
    parentsOf(entity.endpoint).map((field) => ({ entity, field, parent: fieldsOf(entity)[field]?.facts.ref?.entity })),
  )
  for (const entity of entities) {
    const below = nested.filter(({ parent }) => parent === entity.name)
    const embeds = embedsOf(entity)
    const completing = lazily(() =>
      createCompleting(entity, { entities, find: (name, id) => collections.get(name)?.get(id) }),
    )
    const carried = entities.flatMap((child) => {
      const hangs = entity.attachable.includes(child.name) && attachmentFields(child)
      return hangs ? [{ name: child.name, hangs }] : []
    })
    collections.set(
      entity.name,
      createCollection<RecordOf<Entity>>(orderOf(entity), {
        refs: refsOf(entity),
        tidy: (record) => (completes() ? (completing().tidy(record) as RecordOf<Entity>) : record),
        complete: (record) => (completes() ? completing().complete(record) : record),
        ...(embeds.length && { unpack: (record) => unpack(record, entity, embeds, unpackInto) }),
        stored: (records) => observer?.stored(entity, records),
        removed(ids, source) {
          observer?.removed(entity, ids)
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
  const entityOf = new Map(entities.map((entity) => [entity.name, entity]))
  /** Stores the records that came along with one; they need not say what they belong to. */
  function unpackInto(above: Entity, id: Id, field: string, target: string, sent: readonly unknown[]) {
    const child = entityOf.get(target)
    if (!child) return sent
    const { below } = belongingTo(above, id, child, field)
    const records = sent.flatMap((item) => {
      const own = isObject(item) ? readId(item.id) : null
      return own === null || !isObject(item) ? [] : [{ ...below, ...item, id: own } as RecordOf<Entity>]
    })
    collections.get(target)?.put(records)
    return sent.map((item) => (isObject(item) ? readId(item.id) : item))
  }
  const { clear, ...answers } = createAnswers((name) => collections.get(name))
  return {
    ...answers,
    entities,
    answered(entity, where, ids, since = null) {
      answers.answered(entity, where, ids, since)
      observer?.answered(entity, where, ids, since)
    },
    observe: (next) => void (observer = next),
    of<E extends Entity>({ name }: E) {
      const found = collections.get(name)
      if (!found) throw new Error(`The store holds no "${name}": register the entity in a module.`)
      // Safe because the collection is stored under its entity.
      return found as Collection<E>
    },
    byName: (name) => collections.get(name),
    embedded: (entity, id) =>
      embedsOf(entity).flatMap(([field, target]) => {
        const collection = collections.get(target)
        const child = entities.find(({ name }) => name === target)
        if (!collection || !child) return []
        const { below, some } = belongingTo(entity, id, child, field)
        const tests = Object.entries({ ...some, ...below })
        const comesAlong = (record: RecordOf<Entity>) =>
          !isTemporary(record.id) && tests.every(([name, value]) => record[name] === value)
        const ids = collection.all.peek().flatMap((item) => (comesAlong(item.peek()) ? item.peek().id : []))
        const all = { $all: Object.entries(below).map(([name, value]) => ({ [name]: value })) }
        return [{ field, entity: child, collection, ids, below: all, where: some ? null : all }]
      }),
    clear: () =>
      batch(() => {
        for (const collection of collections.values()) collection.clear()
        clear()
        cleared.value = cleared.peek() + 1
      }),
    cleared,
  }
}

const fieldsOf = ({ fields }: Entity): Fields => fields
const computedOf = ({ computed }: Entity): Fields => computed

/** The fields with the ids of other records, by which lists find their records. */
const refsOf = (entity: Entity): ReadonlySet<string> =>
  new Set(Object.entries(fieldsOf(entity)).flatMap(([name, { kind }]) => (kind === 'ref' ? [name] : [])))

/** The computed fields that embed records of another entity: [field, entity name]. */
const embedsOf = (entity: Entity): [string, string][] =>
  Object.entries(computedOf(entity)).flatMap(([name, { facts }]) => (facts.embed ? [[name, facts.embed]] : []))

/** The values by which records of another entity are embedded in one field of this record. */
function belongingTo(entity: Entity, id: Id, child: Entity, field: string) {
  const hangs = attachmentFields(child)
  const [ref] = Object.entries(fieldsOf(child)).find(([, { facts }]) => facts.ref?.entity === entity.name) ?? []
  const below: Readonly<Record<string, unknown>> = hangs
    ? { [hangs.type]: entity.table, [hangs.id]: id }
    : { [ref ?? '']: id }
  return { below, some: computedOf(entity)[field]?.facts.embedWhere }
}

type Unpack = (above: Entity, id: Id, field: string, target: string, sent: readonly unknown[]) => readonly unknown[]

/** Moves embedded records into their own collection, where they are kept live; the embedding record keeps their ids. */
function unpack(
  record: RecordOf<Entity>,
  entity: Entity,
  embeds: readonly [string, string][],
  into: Unpack,
): RecordOf<Entity> {
  const ids: Record<string, unknown> = {}
  for (const [field, target] of embeds) {
    const sent: unknown = record[field]
    if (Array.isArray(sent)) ids[field] = into(entity, record.id, field, target, sent)
  }
  return { ...record, ...ids }
}

/** True for an object with an id. The server is trusted that the other fields match the description. */
export const isRecord = <E extends Entity = Entity>(value: unknown): value is RecordOf<E> =>
  isObject(value) && typeof value.id === 'number'
