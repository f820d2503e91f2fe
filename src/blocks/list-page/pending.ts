import { batch, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Base } from '#core/entity/entity.ts'
import type { Truth } from '#core/query/matches.ts'
import { place } from './place.ts'

/** A record as pending changes make it, undefined if they delete it, and as it was without them. */
export interface PendingChange<R> {
  readonly id: Id
  readonly record: R | undefined
  readonly before: R | undefined
}

interface Deps<R extends Base> {
  readonly ids: Signal<readonly Id[]>
  readonly total: Signal<number | undefined>
  recordOf(id: Id): R | undefined
  belongs(record: R): Truth
  /** The list's order; undefined when other records decide it. */
  order(): ((a: R, b: R) => number) | undefined
}

/** Puts records with pending changes at their place among a list's rows, or takes them out, and counts them. */
export const createPendingRows =
  <R extends Base>({ ids, total, recordOf, belongs, order }: Deps<R>) =>
  (changes: readonly PendingChange<R>[]) =>
    batch(() => {
      for (const { id, record, before } of changes) {
        // What only the server can decide, such as a search, is shown: whoever made it expects to see it.
        const was = before !== undefined && belongs(before) !== false
        const now = record !== undefined && belongs(record) !== false
        const known = total.peek()
        if (known !== undefined && was !== now) total.value = Math.max(0, known + (now ? 1 : -1))
        const rest = ids.peek().filter((other) => other !== id)
        const compare = order()
        const hasMore = rest.length < (total.peek() ?? Number.POSITIVE_INFINITY) - (now ? 1 : 0)
        if (!now) ids.value = rest
        else if (compare) ids.value = place({ ids: rest, hasMore, recordOf, compare }, record)
        else if (rest.length === ids.peek().length) ids.value = [id, ...rest]
      }
    })
