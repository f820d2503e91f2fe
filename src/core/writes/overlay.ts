import { batch, effect, type ReadonlySignal } from '@preact/signals-react'
import type { Store } from '../store/store.ts'
import type { Waiting } from './mutation.ts'
import { pendingOf } from './pending.ts'

/**
 * Shows the kept changes on top of the server's records, as long as they are kept and have not been refused, so that
 * lists, totals and counts include them. Returns the end of it.
 */
export function showPending(items: ReadonlySignal<readonly Waiting[]>, store: Store) {
  /** By place: what is shown, and its content, since an item is a new object whenever its state changes. */
  const shown = new Map<number, { readonly item: Waiting; readonly content: string }>()
  const liftFrom = (at: number) => {
    for (const { name } of store.entities) store.byName(name)?.lift(at)
  }
  const follow = (waiting: readonly Waiting[]) => {
    const current = new Map(waiting.flatMap((item) => (item.state === 'refused' ? [] : [[item.at, item] as const])))
    for (const at of shown.keys()) {
      if (current.has(at)) continue
      liftFrom(at)
      shown.delete(at)
    }
    for (const [at, item] of current) {
      const before = shown.get(at)
      if (before?.item === item) continue
      const content = JSON.stringify([item.params, item.drafts, item.basis, item.body])
      shown.set(at, { item, content })
      if (before?.content === content) continue
      if (before) liftFrom(at)
      const byEntity = Map.groupBy(pendingOf(item, store), ({ entity }) => entity)
      for (const [entity, layers] of byEntity) store.of(entity).overlay(at, layers)
    }
  }
  let cleared = store.cleared.peek()
  return effect(() => {
    const now = store.cleared.value
    const waiting = items.value
    batch(() => {
      if (now !== cleared) shown.clear()
      cleared = now
      follow(waiting)
    })
  })
}
