import { computed, untracked, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Base } from '../entity/entity.ts'
import { patch, sameItems } from './patch.ts'

/** What the latest put or removal touched; `turn` counts them, so that a list knows whether it missed one. */
export interface Turn<R> {
  readonly turn: number
  /** Left out when there are so many that a list is filtered anew. */
  readonly touched: ReadonlySet<Signal<R>> | undefined
}

export interface Origin<R> {
  readonly all: ReadonlySignal<readonly Signal<R>[]>
  readonly last: ReadonlySignal<Turn<R>>
  /** Sorts by what the records hold now, untracked. */
  by(a: Signal<R>, b: Signal<R>): number
  /** False for a record that has been removed. */
  live(item: Signal<R>): boolean
}

/** Beyond so many changes at once a list is filtered anew. */
export const FEW = 32

/**
 * The records that pass a test, in the collection's order. The list is patched for what the latest change touched, and
 * filtered anew only when it missed one or a signal changed that the test reads. The test must read its signals first
 * and for every record, because a record that does not ask for a signal does not follow it.
 */
export function where<R extends Base>(
  { all, last, by, live }: Origin<R>,
  test: (record: R) => boolean,
): ReadonlySignal<readonly Signal<R>[]> {
  const passes = (item: Signal<R>) => test(item.peek())
  // Follows the signals that `test` reads, not the records: an empty collection has none to test and waits for the first.
  const whole = computed(() => (all.peek().length ? all.peek() : all.value).filter(passes))
  let base: readonly Signal<R>[] = []
  let list = base
  let seen = -1
  const follow = (missedNone: boolean, touched: Turn<R>['touched']) => {
    if (missedNone && touched) return patch(list, touched, by, (item) => live(item) && passes(item))
    const next = all.peek().filter(passes)
    return sameItems(list, next) ? list : next
  }
  return computed(() => {
    const { turn, touched } = last.value
    const fresh = whole.value
    if (fresh !== base) list = base = fresh
    else if (turn !== seen) list = untracked(() => follow(turn === seen + 1, touched))
    seen = turn
    return list
  })
}
