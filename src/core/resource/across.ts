import type { Id } from '../access/access.ts'
import { parentsOf, type Entity, type RecordOf } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { orderBy } from '../entity/order.ts'
import { whereOf } from '../query/filters.ts'
import { matches } from '../query/matches.ts'
import type { Store } from '../store/store.ts'
import type { Offer } from './offer.ts'
import type { Reading } from './resource.ts'

type Params = Readonly<Record<string, Id | string>>

interface Deps<E extends Entity> {
  entity: E
  store: Store
  offer: Offer
  user: () => { readonly id: Id } | null
  /** Reads the entity below one parent. */
  below: (params: Params) => Reading<E>
  /** Reads the parents. */
  all: (parent: Entity) => Reading<Entity>
}

/** Below so many parents a server is asked; those after them are read on their own pages. */
const MOST_PARENTS = 50

/** The parents that a record names; null if it does not name them all. */
export function parentsIn(entity: Entity, record: object | undefined): Params | null {
  const params = Object.fromEntries(
    parentsOf(entity.endpoint).flatMap((name) => {
      const value: unknown = record && Reflect.get(record, name)
      return typeof value === 'number' || typeof value === 'string' ? [[name, value]] : []
    }),
  )
  return parentsOf(entity.endpoint).every((name) => params[name] !== undefined) ? params : null
}

/** Reads an entity across its parents on a server that lists it below each of them alone (rule stock-servers). */
export function acrossParents<E extends Entity>({
  entity,
  store,
  offer,
  user,
  below,
  all,
}: Deps<E>): Omit<Reading<E>, 'ask'> {
  const collection = store.of(entity)
  const fields: Fields = entity.fields
  const [name = '', ...others] = parentsOf(entity.endpoint)
  const target = fields[name]?.facts.ref?.entity
  const parent = others.length ? undefined : store.entities.find((one) => one.name === target)

  /** The lists below the parents that are named by the filters, or below all. */
  async function gather(filters: Readonly<Record<string, unknown>>) {
    const { [name]: named, ...rest } = filters
    // A filter that is not set says so by an empty text.
    const given = [named]
      .flat()
      .filter((id): id is Id | string => typeof id === 'number' || (typeof id === 'string' && id !== ''))
    const parents = given.length || !parent ? null : await all(parent).fetchAll({})
    if (parents && !parents.ok) return parents
    const ids = parents ? parents.data.map(({ id }) => id) : given
    const lists = await Promise.all(ids.slice(0, MOST_PARENTS).map((id) => below({ [name]: id }).fetchAll(rest)))
    // A parent that was taken away meanwhile has none.
    const failed = lists.find((list) => !list.ok && list.status !== 404)
    return failed ?? { ok: true as const, data: lists.flatMap((list) => (list.ok ? list.data : [])) }
  }
  async function fetchAll(filters: Readonly<Record<string, unknown>> = {}) {
    const where = whereOf(entity, filters, { user: user() ?? { id: 0 } })
    if (!parent || offer.has(entity) === false) {
      store.answered(entity, where, [])
      return { ok: true as const, data: [] }
    }
    const answer = await gather(filters)
    if (!answer.ok) {
      const { current: _, ...failure } = answer
      return failure
    }
    // Safe because these lists are of this entity.
    const data = (answer.data as RecordOf<E>[]).filter((record) => matches(where, record) !== false)
    store.answered(
      entity,
      where,
      data.map(({ id }) => id),
    )
    return { ok: true as const, data }
  }
  return {
    fetchAll,
    async fetch(id) {
      if (!parentsIn(entity, collection.peek(id))) await fetchAll()
      const params = parentsIn(entity, collection.peek(id))
      return params ? below(params).fetch(id) : { ok: false, status: 404, message: '', errors: {} }
    },
    async fetchPage({ page: _, per_page: __, after: ___, sort_column, sort_direction, ...filters }) {
      const answer = await fetchAll(filters)
      if (!answer.ok) return answer
      const order = orderBy<RecordOf<E>>(sort_column ?? entity.sort, sort_direction ?? entity.direction)
      const data = answer.data.toSorted(order)
      return { ok: true, data: { data, current_page: 1, last_page: 1, total: data.length } }
    },
  }
}
