import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Base, Entity, RecordOf } from '../entity/entity.ts'
import { orderBy } from '../entity/order.ts'
import { lookupIn } from '../query/lookup.ts'
import { entitiesIn } from '../query/matches.ts'
import type { Where } from '../query/where.ts'
import { groupsOf, type Groups } from './groups.ts'
import type { Items, Records } from './records.ts'
import { slice } from './slice.ts'

export interface Query<E extends Entity> {
  readonly entity: E
  /** By default all records. */
  readonly where?: Where<RecordOf<E>>
  /** By default the entity's own order. */
  readonly order?: { readonly column: string; readonly direction?: 'asc' | 'desc' }
  readonly limit?: number
}

/**
 * How far a list is known: never answered by the server, answered before something may have been missed, or answered
 * and kept up to date since.
 */
export type AnswerState = 'never' | 'cached' | 'fresh'

export interface Answer<R> {
  readonly items: ReadonlySignal<Items<R>>
  /** While it is `never`, an empty list does not mean that there are no records. */
  readonly state: ReadonlySignal<AnswerState>
  /** When the server last answered, in milliseconds; null if never. */
  readonly asOf: ReadonlySignal<number | null>
}

interface Given {
  readonly state: AnswerState
  readonly asOf: number | null
  /** What the server marked its latest answer with, if it did: its time, or an ETag. The next request sends it along. */
  readonly since: string | null
  /** The ids in that answer: what tells, for a condition that the loaded records alone cannot decide. */
  readonly ids: ReadonlySet<Id>
}
const nothing: Given = { state: 'never', asOf: null, since: null, ids: new Set() }

/** What the device knows of an answer of an earlier visit. */
export interface AnswerCopy {
  readonly asOf: number
  readonly since: string | null
  readonly ids: readonly Id[]
}

/** Which conditions the server has answered, and when. */
export interface Answers {
  query<E extends Entity>(query: Query<E>): Answer<RecordOf<E>>
  /** The records that match, by a key; those with several keys are in each group, those with null in none. */
  groups<E extends Entity, K extends string | number>(
    query: Query<E>,
    keyOf: (record: RecordOf<E>) => K | readonly K[] | null,
  ): Groups<RecordOf<E>, K>
  /** Notes that the store holds every record that matches, marked `since` if the server did. */
  answered(entity: Entity, where: object, ids: readonly Id[], since?: string | null): void
  /** Notes that the store holds a copy of such an answer, kept on the device, unless it has an answer already. */
  restored(entity: Entity, where: object, copy: AnswerCopy): void
  /** Untracked. */
  stateOf(entity: Entity, where: object): AnswerState
  /** What the server marked its latest answer with; null if it never answered, or marked nothing. */
  since(entity: Entity, where: object): string | null
  /** The ids in its latest answer. */
  idsOf(entity: Entity, where: object): ReadonlySet<Id>
  /** Notes that changes may have been missed: of one entity, or of all. */
  missed(entity?: Entity): void
  /** Incremented each time changes of the entity may have been missed, so that what shows it asks again. */
  missedOf(entity: Entity): ReadonlySignal<number>
  clear(): void
}

export function createAnswers(of: (name: string) => Records<Base> | undefined): Answers {
  const given = new Map<string, Signal<Given>>()
  const misses = new Map<string, Signal<number>>()
  const missesOf = (name: string) => {
    const known = misses.get(name) ?? signal(0)
    misses.set(name, known)
    return known
  }
  const keyOf = (entity: Entity, where: object) => `${entity.name} ${JSON.stringify(where)}`
  const at = (key: string) => {
    const known = given.get(key) ?? signal(nothing)
    given.set(key, known)
    return known
  }
  const lookup = lookupIn((name, id) => of(name)?.peek(Number(id)))
  const update = (key: string, next: Given) => void (at(key).value = next)

  function recordsOf<E extends Entity>({ name }: E): Records<RecordOf<E>> {
    const collection = of(name)
    if (!collection) throw new Error(`The store holds no "${name}": register the entity in a module.`)
    // Safe because a collection is stored under its entity's name.
    return collection as Records<RecordOf<E>>
  }

  const answers: Answers = {
    query<E extends Entity>({ entity, where = {} as Where<RecordOf<E>>, order, limit }: Query<E>): Answer<RecordOf<E>> {
      const collection = recordsOf(entity)
      const answer = at(keyOf(entity, where))
      const others = [...entitiesIn(where)].flatMap((name) => of(name)?.last ?? [])
      // A new object each time one of these changes, but the same one when only the records themselves do.
      const epoch = others.length
        ? computed(() => [answer.value.ids, ...others.map(({ value }) => value.turn)])
        : undefined
      const all = collection.where(where, {
        lookup,
        sent: (id) => answer.peek().ids.has(id),
        ...(epoch && { epoch }),
        ...(order && { order: orderBy<RecordOf<E>>(order.column, order.direction) }),
      })
      return {
        items: limit === undefined ? all : slice(all, () => limit),
        state: computed(() => answer.value.state),
        asOf: computed(() => answer.value.asOf),
      }
    },
    groups: (query, keyOf) => groupsOf(answers.query(query).items, recordsOf(query.entity).last, keyOf),
    answered: (entity, where, ids, since = null) =>
      update(keyOf(entity, where), {
        state: 'fresh',
        asOf: Date.now(),
        since,
        ids: new Set(ids),
      }),
    restored(entity, where, { asOf, since, ids }) {
      const key = keyOf(entity, where)
      if (at(key).peek().state !== 'never') return
      update(key, { state: 'cached', asOf, since, ids: new Set(ids) })
    },
    stateOf: (entity, where) => at(keyOf(entity, where)).peek().state,
    since: (entity, where) => at(keyOf(entity, where)).peek().since,
    idsOf: (entity, where) => at(keyOf(entity, where)).peek().ids,
    missed(entity) {
      batch(() => {
        for (const [key, answer] of given)
          if (answer.peek().state === 'fresh' && (!entity || key.startsWith(`${entity.name} `)))
            answer.value = { ...answer.peek(), state: 'cached' }
        for (const count of entity ? [missesOf(entity.name)] : misses.values()) count.value = count.peek() + 1
      })
    },
    missedOf: ({ name }) => missesOf(name),
    clear() {
      for (const answer of given.values()) answer.value = nothing
    },
  }
  return answers
}
