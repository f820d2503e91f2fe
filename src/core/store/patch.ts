/**
 * Up to this many changes are located one by one, after a check whether they moved at all; beyond, the list is rebuilt.
 */
const FEW = 32

/**
 * A sorted list with each of the `touched` items moved to its place, or removed if not kept; returns the same array
 * when nothing moved. All other items must still be in order: only the touched ones are sorted and then placed by
 * binary search.
 */
export function patch<T>(
  list: readonly T[],
  touched: ReadonlySet<T>,
  by: (a: T, b: T) => number,
  keep: (item: T) => boolean,
  sort: (items: T[]) => T[] = (items) => items.sort(by),
): readonly T[] {
  const staying = [...touched].filter(keep)
  if (touched.size > FEW) {
    const rest = list.filter((item) => !touched.has(item))
    const next = insert(rest, sort(staying), by)
    return sameItems(list, next) ? list : next
  }
  if ([...touched].every((item) => isSettled(list, item, staying.includes(item), by))) return list
  const next = [...list]
  for (const item of touched) {
    const at = next.indexOf(item)
    if (at >= 0) next.splice(at, 1)
  }
  for (const item of staying) next.splice(placeOf(next, item, by, 0), 0, item)
  return sameItems(list, next) ? list : next
}

/** True when both hold the same items in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at])
}

/** True when the item is already in place: absent, or in order with its neighbours. */
function isSettled<T>(list: readonly T[], item: T, stays: boolean, by: (a: T, b: T) => number): boolean {
  const at = list.indexOf(item)
  if (at < 0 || !stays) return at < 0 && !stays
  const before = list[at - 1]
  const after = list[at + 1]
  return (before === undefined || by(before, item) <= 0) && (after === undefined || by(item, after) <= 0)
}

/** Merges a few sorted items into a sorted list. */
function insert<T>(list: readonly T[], items: T[], by: (a: T, b: T) => number): T[] {
  if (!list.length) return items
  const next: T[] = []
  let from = 0
  for (const item of items) {
    const to = placeOf(list, item, by, from)
    for (let at = from; at < to; at++) next.push(list[at] as T)
    next.push(item)
    from = to
  }
  for (let at = from; at < list.length; at++) next.push(list[at] as T)
  return next
}

function placeOf<T>(list: readonly T[], item: T, by: (a: T, b: T) => number, from: number): number {
  let low = from
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (by(list[middle] as T, item) < 0) low = middle + 1
    else high = middle
  }
  return low
}
