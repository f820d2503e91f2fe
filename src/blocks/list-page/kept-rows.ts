import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import type { Kept } from '#core/kept/kept.ts'
import type { Where } from '#core/query/where.ts'
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
  read(listing: Listing<E>): Promise<KeptRows | null>
  keep(listing: Listing<E>, rows: Pick<KeptRows, 'ids' | 'total'>): void
}

/** So many rows are kept; the rest is loaded by scrolling, with a connection. */
const MOST = 200

/** Keeps a list's rows on the device. A list that was never open is put together from a complete answer, if there is one. */
export function keepRows<E extends Entity>(entity: E, kept: Kept, store: Store): RowsStore<E> {
  const keyOf = (listing: Listing<E>) => `rows ${JSON.stringify(listing)}`

  async function fromRecords({ where, column, direction }: Listing<E>): Promise<KeptRows | null> {
    await kept.restore(entity, where)
    const { state, asOf, items } = store.query<E>({ entity, where, order: { column, direction } })
    const since = asOf.peek()
    if (state.peek() === 'never' || since === null) return null
    const ids = items.peek().map((item) => item.peek().id)
    return { ids, total: ids.length, asOf: since }
  }

  return {
    async read(listing) {
      const rows = await kept.value(entity, keyOf(listing))
      const complete = await fromRecords(listing)
      if (!rows || (complete && complete.asOf > rows.asOf)) return complete
      return { ids: rows.ids, total: typeof rows.data === 'number' ? rows.data : undefined, asOf: rows.asOf }
    },
    keep: (listing, { ids, total }) =>
      kept.keep(entity, keyOf(listing), { ids: ids.filter((id) => !isTemporary(id)).slice(0, MOST), data: total }),
  }
}
