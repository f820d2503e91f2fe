import { computed, type ReadonlySignal } from '@preact/signals-react'
import { sameItems } from './patch.ts'

/**
 * The first `count` items of a list, or the last ones in reverse; the same array as long as its items stay the same.
 */
export function slice<T>(
  list: ReadonlySignal<readonly T[]>,
  count: () => number,
  backwards: () => boolean = () => false,
): ReadonlySignal<readonly T[]> {
  let held: readonly T[] = []
  return computed(() => {
    const items = list.value
    const most = Math.max(0, count())
    const next = backwards() ? items.slice(Math.max(0, items.length - most)).reverse() : items.slice(0, most)
    if (!sameItems(held, next)) held = next
    return held
  })
}
