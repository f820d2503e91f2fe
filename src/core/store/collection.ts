import { batch, computed, signal, untracked, type Signal } from '@preact/signals-react'
import { matches } from '../query/matches.ts'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'
import type { Order } from '../entity/order.ts'
import { createDeletions } from './deletions.ts'
import { createEmitter, type Source } from './events.ts'
import { createFlags, createGlow } from './flags.ts'
import { freeze, isOlder, merge } from './merge.ts'
import { patch } from './patch.ts'
import type { Hooks, Records } from './records.ts'
import { FEW, liveList, type Turn } from './live-list.ts'
import { createRefIndex } from './ref-index.ts'

/** Sorts many records' signals by their current values. */
const sortingAll =
  <R>(order: Order<R>) =>
  (items: Signal<R>[]) =>
    order.sort?.(items, (item) => item.peek()) ?? items.sort((a, b) => order(a.peek(), b.peek()))

/** A collection in one total order (ties broken by id), as `orderOf(entity)` gives it. */
export function createCollection<R extends Base>(order: Order<R>, hooks: Hooks<R> = {}): Records<R> {
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
  const sorting = (compare: Order<R>) => (a: Signal<R>, b: Signal<R>) => compare(a.peek(), b.peek())
  const by = sorting(order)
  const sortAll = sortingAll(order)
  const index = createRefIndex(hooks.refs ?? new Set(), () => held.values())
  const constant = signal(null)
  const none: ReadonlySet<Signal<R>> = new Set()
  const live = (item: Signal<R>) => held.get(item.peek().id) === item
  const quietly = (change: () => void) => untracked(() => batch(change))

  /** Updates the lists for the touched records, except those whose position did not change. */
  const commit = (touched: ReadonlySet<Signal<R>>, settled: ReadonlySet<Signal<R>>) => {
    if (!touched.size) return
    const moved = settled.size ? touched.difference(settled) : touched
    if (moved.size) all.value = patch(all.peek(), moved, by, live, sortAll)
    last.value = { turn: last.peek().turn + 1, touched: touched.size > FEW ? undefined : touched }
  }

  /** Merges one record and returns the stored result. */
  function accept(sent: R, touched: Map<Signal<R>, R | undefined>, settled: Set<Signal<R>>): R {
    if (deletions.covers(sent)) return held.get(sent.id)?.peek() ?? sent
    const item = held.get(sent.id)
    if (!item) {
      const arrived = signal(freeze(sent))
      held.set(sent.id, arrived)
      present.set(sent.id, true)
      index.added(arrived)
      touched.set(arrived, undefined)
      return sent
    }
    const old = item.peek()
    const next = isOlder(sent.updated_at, old.updated_at) ? old : freeze(merge(old, sent))
    if (next === old) return old
    item.value = next
    index.changed(item, old, next)
    // A record sent twice in one batch may already have moved the first time.
    if (order(old, next) !== 0) settled.delete(item)
    else if (!touched.has(item)) settled.add(item)
    if (!touched.has(item)) touched.set(item, old)
    return next
  }

  /** Removes records; each signal keeps its last value, because a row's effects run before the row is removed. */
  function drop(items: ReadonlySet<Signal<R>>, source: Source) {
    const ids = new Set([...items].map((item) => item.peek().id))
    for (const id of ids) {
      held.delete(id)
      present.set(id, false)
    }
    for (const item of items) index.removed(item)
    commit(items, none)
    hooks.removed?.(ids, source)
  }

  const lastOf = (items: Iterable<Signal<R>>) => new Map([...items].map((item) => [item.peek().id, item.peek()]))

  return {
    all,
    get: (id) => (present.has(id) ? held.get(id)?.value : undefined),
    peek: (id) => held.get(id)?.peek(),
    item: (id) => held.get(id),
    last,
    where(condition, { order: own, lookup, sent, epoch = constant } = {}) {
      const compare = own ? sorting(own) : by
      const sortMany = own ? sortingAll(own) : sortAll
      return liveList({
        last,
        candidates() {
          const few = index.candidates(condition)
          if (few) return sortMany(few)
          return own ? sortMany([...all.peek()]) : all.peek()
        },
        passes(record) {
          const answer = matches(condition, record, lookup)
          return answer === 'unknown' ? (sent?.(record.id) ?? false) : answer
        },
        by: compare,
        live,
        epoch,
      })
    },
    put(records, source, fields) {
      const { unpack } = hooks
      const own = unpack ? records.map(unpack) : records
      const answer: R[] = []
      /** What each touched record was before. */
      const touched = new Map<Signal<R>, R | undefined>()
      const settled = new Set<Signal<R>>()
      quietly(() => {
        for (const sent of own) answer.push(accept(sent, touched, settled))
        commit(new Set(touched.keys()), settled)
        if (source === 'remote') glow.light([...touched.keys()].map((item) => item.peek().id))
      })
      const changed = Array.from(touched.keys(), (item) => item.peek())
      emitter.put(changed, source, () =>
        Array.from(touched, ([item, before]) => ({ record: item.peek(), before, fields })),
      )
      return answer
    },
    remove(ids, source = 'local', moment) {
      const items = new Set(ids.flatMap((id) => held.get(id) ?? []))
      const gone = ids.filter((id) => deletions.note(id, moment ?? held.get(id)?.peek().updated_at))
      quietly(() => drop(items, source))
      emitter.removed(gone, lastOf(items), source)
    },
    evict(test, source) {
      const items = new Set([...held.values()].filter((item) => test(item.peek())))
      if (!items.size) return
      quietly(() => drop(items, source))
      const before = lastOf(items)
      emitter.removed([...before.keys()], before, source)
    },
    on: emitter.on,
    watching: computed(() => readers.value + emitter.live.value > 0),
    changed: glow.has,
    clear() {
      deletions.clear()
      quietly(() => {
        const items = new Set(held.values())
        held.clear()
        for (const item of items) {
          present.set(item.peek().id, false)
          index.removed(item)
        }
        commit(items, none)
      })
    },
  }
}
