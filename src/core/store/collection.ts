import { batch, computed, signal, untracked, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'
import { createDeletions } from './deletions.ts'
import { createEmitter, type Source } from './events.ts'
import { createFlags, createGlow } from './flags.ts'
import { freeze, isOlder, merge } from './merge.ts'
import { patch } from './patch.ts'
import type { Hooks, Records } from './records.ts'
import { FEW, where, type Turn } from './where.ts'

/** A collection in one total order (ties broken by id), as `orderOf(entity)` gives it. */
export function createCollection<R extends Base>(order: (a: R, b: R) => number, hooks: Hooks<R> = {}): Records<R> {
  const held = new Map<Id, Signal<R>>()
  const deletions = createDeletions()
  const emitter = createEmitter<R>()
  const glow = createGlow()
  const readers = signal(0)
  const watch = {
    watched: () => void (readers.value = readers.peek() + 1),
    unwatched: () => void (readers.value = readers.peek() - 1),
  }
  const all = signal<readonly Signal<R>[]>([], watch)
  const last = signal<Turn<R>>({ turn: 0, touched: undefined }, watch)
  const present = createFlags((id) => held.has(id), watch)
  const by = (a: Signal<R>, b: Signal<R>) => order(a.peek(), b.peek())
  const none: ReadonlySet<Signal<R>> = new Set()
  const live = (item: Signal<R>) => held.get(item.peek().id) === item
  const quietly = (change: () => void) => untracked(() => batch(change))

  /** Updates the lists for the touched records, except those whose position did not change. */
  const commit = (touched: ReadonlySet<Signal<R>>, settled: ReadonlySet<Signal<R>>) => {
    if (!touched.size) return
    const moved = settled.size ? touched.difference(settled) : touched
    if (moved.size) all.value = patch(all.peek(), moved, by, live)
    last.value = { turn: last.peek().turn + 1, touched: touched.size > FEW ? undefined : touched }
  }

  /** Merges one record and returns the stored result. */
  function accept(sent: R, touched: Set<Signal<R>>, settled: Set<Signal<R>>): R {
    if (deletions.covers(sent)) return held.get(sent.id)?.peek() ?? sent
    const item = held.get(sent.id)
    if (!item) {
      const arrived = signal(freeze(sent))
      held.set(sent.id, arrived)
      present.set(sent.id, true)
      touched.add(arrived)
      return sent
    }
    const old = item.peek()
    const next = isOlder(sent.updated_at, old.updated_at) ? old : freeze(merge(old, sent))
    if (next === old) return old
    item.value = next
    // A record sent twice in one batch may already have moved the first time.
    if (order(old, next) !== 0) settled.delete(item)
    else if (!touched.has(item)) settled.add(item)
    touched.add(item)
    return next
  }

  /** Removes records; each signal keeps its last value, because a row's effects run before the row is removed. */
  function drop(items: ReadonlySet<Signal<R>>, source: Source) {
    const ids = new Set([...items].map((item) => item.peek().id))
    for (const id of ids) {
      held.delete(id)
      present.set(id, false)
    }
    commit(items, none)
    hooks.removed?.(ids, source)
  }

  return {
    all,
    get: (id) => (present.has(id) ? held.get(id)?.value : undefined),
    peek: (id) => held.get(id)?.peek(),
    item: (id) => held.get(id),
    where: (test) => where({ all, last, by, live }, test),
    put(records, source) {
      const { unpack } = hooks
      const own = unpack ? records.map(unpack) : records
      const answer: R[] = []
      const touched = new Set<Signal<R>>()
      const settled = new Set<Signal<R>>()
      quietly(() => {
        for (const sent of own) answer.push(accept(sent, touched, settled))
        commit(touched, settled)
        if (source === 'remote') glow.light([...touched].map((item) => item.peek().id))
      })
      const changed = [...touched].map((item) => item.peek())
      emitter.put(changed, source)
      return answer
    },
    remove(ids, source = 'local', moment) {
      const items = new Set(ids.flatMap((id) => held.get(id) ?? []))
      const gone = ids.filter((id) => deletions.note(id, moment ?? held.get(id)?.peek().updated_at))
      quietly(() => drop(items, source))
      emitter.removed(gone, source)
    },
    evict(test, source) {
      const items = new Set([...held.values()].filter((item) => test(item.peek())))
      if (!items.size) return
      quietly(() => drop(items, source))
      emitter.removed(
        [...items].map((item) => item.peek().id),
        source,
      )
    },
    on: emitter.on,
    watching: computed(() => readers.value + emitter.live.value > 0),
    changed: glow.has,
    clear() {
      deletions.clear()
      quietly(() => {
        const items = new Set(held.values())
        held.clear()
        for (const item of items) present.set(item.peek().id, false)
        commit(items, none)
      })
    },
  }
}
