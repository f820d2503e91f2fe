import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import { parentsOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { whereOf, type FilterValues } from '../query/filters.ts'
import { orderBy } from '../entity/order.ts'
import { isTemporary } from '../entity/temporary-id.ts'
import type { Answer, AnswerCopy, AnswerState, Query } from '../store/query.ts'
import type { Store } from '../store/store.ts'
import type { Page, Reading } from './resource.ts'
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

/**
 * The records that filters match: read from the store, asked of the server, and kept live. With a `limit` the first so many
 * are asked for alone, unless all of them are here.
 */
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

/** What is known of the first few records of a list, while not all of them are. */
type FirstKnown = Pick<AnswerCopy, 'asOf'> & { readonly state: Exclude<AnswerState, 'never'> }

/** A question that several parts of the screen may follow; it is asked once for all of them. */
interface Question {
  followers: number
  /** How often something had been missed when it was asked. */
  asked: number
  readonly failure: Signal<Failure | null>
  readonly first: Signal<FirstKnown | null>
  answer: Promise<Failure | null> | undefined
}

interface Deps {
  store: Store
  reading: <E extends Entity>(entity: E, params: Readonly<Record<string, Id | string>>, across: boolean) => Reading<E>
  user: () => { readonly id: Id } | null
  retries: Pick<Retries, 'add'>
  kept?: Pick<Kept, 'restore' | 'stillTrue' | 'value' | 'keep'>
}

/**
 * Creates live queries.
 * @example const open = queries(rfis, { params: { project_id: 4 }, filters: { view: 'open' } })
 */
export function createQueries({ store, reading, user, retries, kept = keptNothing }: Deps): Queries {
  const questions = new Map<string, Question>()
  store.cleared.subscribe(() => questions.clear())

  return <E extends Entity>(entity: E, options: QueryOptions<E> = {}): LiveQuery<RecordOf<E>> => {
    const { filters = {}, across = false, limit } = options
    const order = options.order ?? { column: entity.sort, direction: entity.direction }
    const params = across ? {} : pickParams(entity, options.params)
    const where = whereOf(entity, { ...params, ...filters }, { user: user() ?? { id: 0 } })
    const key = JSON.stringify([entity.name, across, params, filters, ...(limit === undefined ? [] : [order, limit])])
    const misses = store.missedOf(entity)
    const find = (): Question => {
      const known = questions.get(key)
      if (known) return known
      const made = { followers: 0, asked: -1, failure: signal(null), first: signal(null), answer: undefined }
      questions.set(key, made)
      return made
    }
    const asked = { entity, where, ...(options.order && { order }) }
    const all = store.query<E>(asked)
    const shown = limit === undefined ? all : store.query<E>({ ...asked, limit })
    /** What the device knows the first records by. */
    const firstName = `first ${key}`
    const isPart = () => limit !== undefined && all.state.peek() === 'never'

    /** Asks for the first records alone. */
    async function sendFirst({ first }: Question, count: number) {
      const copy = first.peek() ? null : await kept.value(entity, firstName)
      if (copy && !first.peek()) first.value = { state: 'cached', asOf: copy.asOf }
      const before = new Map(all.items.peek().map((item) => [item.peek().id, item.peek()]))
      const cleared = store.cleared.peek()
      const page = { page: 1, per_page: count, sort_column: order.column, sort_direction: order.direction ?? 'asc' }
      const answer = await reading(entity, params, across).fetchPage({ ...filters, ...page })
      if (!answer.ok || store.cleared.peek() !== cleared) return answer
      const ids = answer.data.data.map(({ id }) => id)
      dropPassed({ store, entity, order, before }, answer.data)
      first.value = { state: 'fresh', asOf: Date.now() }
      kept.keep(entity, firstName, { ids })
      return answer
    }
    async function send(question: Question) {
      question.asked = misses.peek()
      // The device answers first, so that the server is asked only for what changed since, and what it no longer has goes.
      const restoring = limit === undefined && kept.restore(entity, where)
      if (restoring) await restoring
      const answer = isPart()
        ? await sendFirst(question, limit ?? 0)
        : await reading(entity, params, across).fetchAll(filters)
      // Without a connection all of them may be on the device, in place of the first alone.
      if (!answer.ok && AWAY.includes(answer.status) && isPart()) await kept.restore(entity, where)
      question.answer = undefined
      if (!answer.ok && AWAY.includes(answer.status)) retries.add(() => void (question.followers > 0 && ask(question)))
      return (question.failure.value = answer.ok ? null : answer)
    }
    const ask = (question: Question) => (question.answer ??= send(question))

    const ofFirst = <T>(whole: ReadonlySignal<T>, part: (first: FirstKnown) => T) =>
      limit === undefined
        ? whole
        : computed(() => {
            const first = all.state.value === 'never' ? find().first.value : null
            return first ? part(first) : whole.value
          })
    return {
      items: shown.items,
      state: ofFirst(all.state, ({ state }): AnswerState => state),
      asOf: ofFirst(all.asOf, ({ asOf }): number | null => asOf),
      get failure() {
        return find().failure
      },
      ask: () => ask(find()),
      renew() {
        // The first records are no answer to what all of them are.
        if (!isPart()) return kept.stillTrue(entity, where)
        const ids = shown.items.peek().map((item) => item.peek().id)
        kept.keep(entity, firstName, { ids: ids.filter((id) => !isTemporary(id)) })
      },
      follow() {
        const question = find()
        question.followers++
        const stop = misses.subscribe((count) => {
          if (question.asked === count) return
          const first = question.first.peek()
          if (first) question.first.value = { ...first, state: 'cached' }
          void ask(question)
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

/** Drops records that the first page no longer has, though they would stand on it: they changed while nobody listened. */
function dropPassed<E extends Entity>(
  of: {
    readonly store: Store
    readonly entity: E
    readonly order: NonNullable<Query<E>['order']>
    /** What the store held when the page was asked for. */
    readonly before: ReadonlyMap<Id, RecordOf<E>>
  },
  { data, current_page, last_page }: Page<RecordOf<E>>,
) {
  const { store, entity, order, before } = of
  const ids = new Set(data.map(({ id }) => id))
  const last = data.at(-1)
  // Records that equal the last one may be on the next page.
  const compare = orderBy<RecordOf<E>>(order.column, order.direction)
  const isBefore = (record: RecordOf<E>) =>
    current_page === last_page || (last !== undefined && compare({ ...record, id: 0 }, { ...last, id: 0 }) < 0)
  store
    .of(entity)
    .evict((record) => before.get(record.id) === record && !ids.has(record.id) && isBefore(record), 'remote')
}

/** Those of `params` that the entity's endpoint names. */
export const pickParams = (entity: Entity, params: Readonly<Record<string, Id | string>> = {}) =>
  Object.fromEntries(parentsOf(entity.endpoint).flatMap((name) => (name in params ? [[name, params[name] ?? '']] : [])))
