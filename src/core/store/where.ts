import { computed, untracked, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Base } from '../entity/entity.ts'
import { patch, sameItems } from './patch.ts'

/**
 * What the latest put or removal touched; `turn` is incremented each time, so that a list can tell whether it missed
 * one.
 */
export interface Turn<R> {
  readonly turn: number
  /** Undefined for changes so large that lists are filtered again. */
  readonly touched: ReadonlySet<Signal<R>> | undefined
}

export interface Origin<R> {
  readonly all: ReadonlySignal<readonly Signal<R>[]>
  readonly last: ReadonlySignal<Turn<R>>
  /** Compares the records' current values, untracked. */
  by(a: Signal<R>, b: Signal<R>): number
  /** False for a record that has been removed. */
  live(item: Signal<R>): boolean
}

/** Above this many changes at once, lists are filtered again. */
export const FEW = 32

/**
 * The records that pass a test, in the collection's order. The list is patched for what the latest change touched, and
 * filtered again only when it missed a change or when a signal changed that the test reads. The test must read its
 * signals first and for every record, because signals read for only some records are not tracked reliably.
 */
export function where<R extends Base>(
  { all, last, by, live }: Origin<R>,
  test: (record: R) => boolean,
): ReadonlySignal<readonly Signal<R>[]> {
  const passes = (item: Signal<R>) => test(item.peek())
  // Tracks the signals that `test` reads, not the records. An empty collection has none to test, so it tracks the list.
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
