import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { entitiesIn } from '#core/query/matches.ts'
import type { Kept } from '#core/kept/kept.ts'
import type { AnyWhere, Where } from '#core/query/where.ts'
import type { Store } from '#core/store/store.ts'

/** The first rows of a list as an earlier visit had them, or as they follow from the records on the device. */
export interface KeptRows {
  readonly ids: readonly Id[]
  readonly total: number | undefined
  readonly asOf: number
}

/** A list's question: what is listed, and in which order. */
export interface Listing<E extends Entity> {
  readonly where: Where<RecordOf<E>>
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** Where a list's first rows are kept between visits. */
export interface RowsStore<E extends Entity> {
  /** The rows as they follow from the records in the store, if all of them are there. */
  held(listing: Listing<E>): KeptRows | null
  read(listing: Listing<E>): Promise<KeptRows | null>
  keep(listing: Listing<E>, rows: Pick<KeptRows, 'ids' | 'total'>): void
}

/** So many rows are kept; the rest is loaded by scrolling, with a connection. */
const MOST = 200

/**
 * Keeps a list's rows on the device. A list that was never open is put together from a complete answer, if there is one.
 * @param all the condition of the list without any filters, by which some entities are fetched when the app starts
 */
export function keepRows<E extends Entity>(entity: E, kept: Kept, store: Store, all: Where<RecordOf<E>>): RowsStore<E> {
  const keyOf = (listing: Listing<E>) => `rows ${JSON.stringify(listing)}`

  function held({ where, column, direction }: Listing<E>): KeptRows | null {
    // With all records on the device, a condition on these alone is answered.
    const complete = isUnrestricted(all as AnyWhere) && !entitiesIn(where).size ? [where, all] : [where]
    const since = Math.max(...complete.map((one) => store.query({ entity, where: one }).asOf.peek() ?? 0))
    if (!since) return null
    const { items } = store.query<E>({ entity, where, order: { column, direction } })
    const ids = items.peek().map((item) => item.peek().id)
    return { ids, total: ids.length, asOf: since }
  }

  return {
    held,
    async read(listing) {
      const rows = await kept.value(entity, keyOf(listing))
      await kept.restore(entity, listing.where)
      const complete = held(listing)
      if (!rows || (complete && complete.asOf > rows.asOf)) return complete
      return { ids: rows.ids, total: typeof rows.data === 'number' ? rows.data : undefined, asOf: rows.asOf }
    },
    keep: (listing, { ids, total }) =>
      kept.keep(entity, keyOf(listing), { ids: ids.filter((id) => !isTemporary(id)).slice(0, MOST), data: total }),
  }
}

/** Whether a condition is met by every record; a filter may restrict a list that does not ask for it. */
const isUnrestricted = (where: AnyWhere): boolean =>
  Object.entries(where).every(([key, test]) => key === '$all' && (test as AnyWhere[]).every(isUnrestricted))
