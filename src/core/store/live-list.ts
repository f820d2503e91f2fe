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

/** Above this many changes at once, lists are filtered again. */
export const FEW = 32

export interface ListSource<R> {
  readonly last: ReadonlySignal<Turn<R>>
  /** All records that pass, sorted. */
  matching(): readonly Signal<R>[]
  passes(record: R): boolean
  /** Compares the records' current values, untracked. */
  by(a: Signal<R>, b: Signal<R>): number
  /** False for a record that has been removed. */
  live(item: Signal<R>): boolean
  /** Changes when something other than the records decides differently who passes. */
  readonly epoch: ReadonlySignal<unknown>
}

/** The records that pass a test, sorted. The list is patched for what the latest change touched. */
export function liveList<R extends Base>({
  last,
  matching,
  passes,
  by,
  live,
  epoch,
}: ListSource<R>): ReadonlySignal<readonly Signal<R>[]> {
  let list: readonly Signal<R>[] = []
  let seen = -1
  let seenEpoch: unknown
  const keep = (item: Signal<R>) => live(item) && passes(item.peek())
  const follow = ({ turn, touched }: Turn<R>, isSameEpoch: boolean) => {
    if (isSameEpoch && turn === seen) return list
    if (isSameEpoch && turn === seen + 1 && touched) return patch(list, touched, by, keep)
    const next = matching()
    return sameItems(list, next) ? list : next
  }
  return computed(() => {
    const change = last.value
    const now = epoch.value
    list = untracked(() => follow(change, now === seenEpoch && seen >= 0))
    seen = change.turn
    seenEpoch = now
    return list
  })
}
