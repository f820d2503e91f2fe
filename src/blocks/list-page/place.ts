import type { Id } from '#core/access/access.ts'
import type { Base } from '#core/entity/entity.ts'

/** The loaded rows of a list, which are the first of all. */
export interface Loaded<R extends Base> {
  readonly ids: readonly Id[]
  /** Whether there are rows behind the last loaded one. */
  readonly hasMore: boolean
  recordOf(id: Id): R | undefined
  compare(a: R, b: R): number
}

/**
 * The loaded rows with a record at its place, whether or not it was among them. While there are more rows, a record that
 * sorts behind the last loaded one is left out, since rows that are not loaded may come between.
 */
export function place<R extends Base>({ ids, hasMore, recordOf, compare }: Loaded<R>, record: R): readonly Id[] {
  const at = ids.indexOf(record.id)
  const rest = at < 0 ? ids : ids.toSpliced(at, 1)
  let [low, high] = [0, rest.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = recordOf(rest[middle] ?? 0)
    if (other && compare(other, record) < 0) low = middle + 1
    else high = middle
  }
  if (low === rest.length && hasMore) return rest
  return low === at ? ids : rest.toSpliced(low, 0, record.id)
}
