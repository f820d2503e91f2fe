import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import { parentsOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { whereOf, type FilterValues } from '../query/filters.ts'
import type { Answer, Query } from '../store/query.ts'
import type { Store } from '../store/store.ts'
import type { Reading } from './resource.ts'
import type { Failure } from './result.ts'
import { AWAY, type Retries } from './retries.ts'
import type { Kept } from '../kept/kept.ts'
import { keptNothing } from '../kept/nothing.ts'

export interface QueryOptions<E extends Entity> extends Pick<Query<E>, 'order' | 'limit'> {
  /** The records that a nested entity is read below. */
  params?: Readonly<Record<string, Id | string>>
  filters?: FilterValues
  /** Reads a nested entity across all its parents. */
  across?: boolean
}

/** The records that filters match: read from the store, asked of the server, and kept live. */
export interface LiveQuery<R> extends Answer<R> {
  /** Why the server's latest answer failed; null while it has not. */
  readonly failure: ReadonlySignal<Failure | null>
  /** Asks the server, or waits for the answer that is on its way; resolves with the failure, or null. */
  ask(): Promise<Failure | null>
  /** Asks now, unless someone already follows the same question, and whenever something may have been missed. */
  follow(): () => void
  /** Notes on the device that the answer, which is followed, is true until now. */
  renew(): void
}

export interface Queries {
  <E extends Entity>(entity: E, options?: QueryOptions<E>): LiveQuery<RecordOf<E>>
}

/** A question that several parts of the screen may follow; it is asked once for all of them. */
interface Question {
  followers: number
  /** How often something had been missed when it was asked. */
  asked: number
  readonly failure: Signal<Failure | null>
  answer: Promise<Failure | null> | undefined
}

interface Deps {
  store: Store
  reading: <E extends Entity>(entity: E, params: Readonly<Record<string, Id | string>>, across: boolean) => Reading<E>
  user: () => { readonly id: Id } | null
  retries: Pick<Retries, 'add'>
  kept?: Pick<Kept, 'restore' | 'stillTrue'>
}

/**
 * Creates live queries.
 * @example const open = queries(rfis, { params: { project_id: 4 }, filters: { view: 'open' } })
 */
export function createQueries({ store, reading, user, retries, kept = keptNothing }: Deps): Queries {
  const questions = new Map<string, Question>()
  store.cleared.subscribe(() => questions.clear())

  return <E extends Entity>(entity: E, options: QueryOptions<E> = {}): LiveQuery<RecordOf<E>> => {
    const { filters = {}, across = false, order, limit } = options
    const params = across ? {} : pickParams(entity, options.params)
    const where = whereOf(entity, { ...params, ...filters }, { user: user() ?? { id: 0 } })
    const key = JSON.stringify([entity.name, across, params, filters])
    const misses = store.missedOf(entity)
    const find = (): Question => {
      const known = questions.get(key)
      if (known) return known
      const made = { followers: 0, asked: -1, failure: signal(null), answer: undefined }
      questions.set(key, made)
      return made
    }
    async function send(question: Question) {
      question.asked = misses.peek()
      // The device answers first, so that the server is asked only for what changed since, and what it no longer has goes.
      const restoring = kept.restore(entity, where)
      if (restoring) await restoring
      const answer = await reading(entity, params, across).fetchAll(filters)
      question.answer = undefined
      if (!answer.ok && AWAY.includes(answer.status)) retries.add(() => void (question.followers > 0 && ask(question)))
      return (question.failure.value = answer.ok ? null : answer)
    }
    const ask = (question: Question) => (question.answer ??= send(question))

    return {
      ...store.query<E>({ entity, where, ...(order && { order }), ...(limit !== undefined && { limit }) }),
      get failure() {
        return find().failure
      },
      ask: () => ask(find()),
      renew: () => kept.stillTrue(entity, where),
      follow() {
        const question = find()
        question.followers++
        const stop = misses.subscribe((count) => {
          if (question.asked !== count) void ask(question)
        })
        return () => {
          stop()
          question.followers--
          // Without followers nothing keeps it live, so the next one asks anew; one that follows at once does not.
          queueMicrotask(() => question.followers === 0 && questions.get(key) === question && questions.delete(key))
        }
      },
    }
  }
}

/** Those of `params` that the entity's endpoint names. */
export const pickParams = (entity: Entity, params: Readonly<Record<string, Id | string>> = {}) =>
  Object.fromEntries(parentsOf(entity.endpoint).flatMap((name) => (name in params ? [[name, params[name] ?? '']] : [])))
