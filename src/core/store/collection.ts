import { batch, computed, signal, untracked, type Signal } from '@preact/signals-react'
import { testOf } from '../query/matches.ts'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'
import type { Order } from '../entity/order.ts'
import { createDeletions } from './deletions.ts'
import { createEmitter, type Source } from './events.ts'
import { createFlags, createGlow } from './flags.ts'
import { createLayers } from './layers.ts'
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

const unchanged = <R>(record: R): R => record

/** A collection in one total order (ties broken by id), as `orderOf(entity)` gives it. */
export function createCollection<R extends Base>(order: Order<R>, hooks: Hooks<R> = {}): Records<R> {
  const held = new Map<Id, Signal<R>>()
  const deletions = createDeletions()
  const layers = createLayers<R>()
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
  const { complete } = hooks
  /** A record as it is stored; no copy of one has what it is completed by. */
  const stored = (record: R) => freeze(complete ? complete(record) : record)

  /** Updates the lists for the touched records, except those whose position did not change. */
  const commit = (touched: ReadonlySet<Signal<R>>, settled: ReadonlySet<Signal<R>>) => {
    if (!touched.size) return
    const moved = settled.size ? touched.difference(settled) : touched
    if (moved.size) all.value = patch(all.peek(), moved, by, live, sortAll)
    last.value = { turn: last.peek().turn + 1, touched: touched.size > FEW ? undefined : touched }
  }

  /** What is touched in one batch: what each record was before, and which ones keep their position. */
  interface Batch {
    touched: Map<Signal<R>, R | undefined>
    settled: Set<Signal<R>>
  }
  const begin = (): Batch => ({ touched: new Map(), settled: new Set() })

  /** Shows a record that was not there. */
  function add(record: R, { touched }: Batch) {
    const arrived = signal(stored(record))
    held.set(record.id, arrived)
    present.set(record.id, true)
    index.added(arrived)
    touched.set(arrived, undefined)
  }

  /** Shows another version of a record. */
  function replace(item: Signal<R>, next: R, { touched, settled }: Batch) {
    const old = item.peek()
    if (next === old) return
    item.value = next
    index.changed(item, old, next)
    // A record sent twice in one batch may already have moved the first time.
    if (order(old, next) !== 0) settled.delete(item)
    else if (!touched.has(item)) settled.add(item)
    if (!touched.has(item)) touched.set(item, old)
  }

  /** The stored record with what was sent of it; the same object if that changes nothing. */
  const join = (old: R, sent: R) => {
    const next = isOlder(sent.updated_at, old.updated_at) ? old : merge(old, sent)
    return next === old ? old : stored(next)
  }

  /** Merges one record and returns the stored result. */
  function accept(sent: R, made: Batch): R {
    const { id } = sent
    if (deletions.covers(sent)) return held.get(id)?.peek() ?? sent
    if (layers.has(id)) {
      const base = layers.base(id)
      layers.setBase(id, base ? join(base, sent) : stored(sent))
      show(id, made)
      return layers.base(id) ?? sent
    }
    const item = held.get(id)
    if (!item) {
      add(sent, made)
      return sent
    }
    const next = join(item.peek(), sent)
    replace(item, next, made)
    return next
  }

  /** Shows a record with the pending changes on it, or hides it; returns the hidden one's signal. */
  function show(id: Id, made: Batch): Signal<R> | undefined {
    const item = held.get(id)
    const next = layers.has(id) ? layers.shown(id) : layers.base(id)
    if (!layers.has(id)) layers.setBase(id, undefined)
    if (!next) {
      if (item) made.touched.set(item, item.peek())
      hide(id, item)
      return item
    }
    const shown = item && merge(item.peek(), next)
    if (item && shown) replace(item, shown === item.peek() ? shown : stored(shown), made)
    else add(next, made)
    return undefined
  }

  function hide(id: Id, item: Signal<R> | undefined) {
    if (!item) return
    held.delete(id)
    present.set(id, false)
    index.removed(item)
  }

  /** Applies a change of the layers on these records, and tells the lists that hold ids. */
  function reshow(ids: readonly Id[]) {
    if (!ids.length) return
    const made = begin()
    const hidden = new Map<Id, R>()
    quietly(() => {
      for (const id of ids) {
        const gone = show(id, made)
        if (gone) hidden.set(id, gone.peek())
      }
      commit(new Set(made.touched.keys()), made.settled)
    })
    const changes = Array.from(made.touched, ([item, before]) => ({ record: item.peek(), before, fields: undefined }))
    emitter.pending(
      changes.filter(({ record }) => !hidden.has(record.id)),
      hidden,
    )
  }

  /** Removes records; each signal keeps its last value, because a row's effects run before the row is removed. */
  function drop(items: ReadonlySet<Signal<R>>, source: Source) {
    const ids = new Set([...items].map((item) => item.peek().id))
    for (const item of items) hide(item.peek().id, item)
    for (const id of ids) if (layers.has(id)) layers.setBase(id, undefined)
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
      const test = testOf(condition)
      const sortMany = own ? sortingAll(own) : sortAll
      function passes(record: R): boolean {
        const answer = test(record, lookup)
        return answer === 'unknown' ? (sent?.(record.id) ?? false) : answer
      }
      const filtered = (items: readonly Signal<R>[]) => items.filter((item) => passes(item.peek()))
      return liveList({
        last,
        matching() {
          const few = index.candidates(condition)
          if (few) return sortMany(filtered(few))
          return own ? sortMany(filtered(all.peek())) : filtered(all.peek())
        },
        passes,
        by: compare,
        live,
        epoch,
      })
    },
    put(records, source, fields) {
      const { tidy = unchanged, unpack = unchanged } = hooks
      const own = hooks.tidy || hooks.unpack ? records.map((sent) => unpack(tidy(sent))) : records
      const answer: R[] = []
      const made = begin()
      const { touched, settled } = made
      quietly(() => {
        for (const sent of own) answer.push(accept(sent, made))
        commit(new Set(touched.keys()), settled)
        if (source === 'remote') glow.light([...touched.keys()].map((item) => item.peek().id))
      })
      const changed = Array.from(touched.keys(), (item) => item.peek())
      // The server's records: pending changes are kept by themselves.
      const servers = changed.flatMap((record) => (layers.has(record.id) ? (layers.base(record.id) ?? []) : record))
      if (servers.length) hooks.stored?.(servers)
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
    overlay(key, changes) {
      const ids = changes.map(({ id, layer }) => {
        if (!layers.has(id)) layers.setBase(id, held.get(id)?.peek())
        layers.add(id, key, layer)
        return id
      })
      reshow([...new Set(ids)])
    },
    lift: (key) => reshow(layers.remove(key)),
    base: (id) => (layers.has(id) ? layers.base(id) : held.get(id)?.peek()),
    pending: () =>
      layers.ids().flatMap((id) => {
        const record = held.get(id)?.peek()
        return [{ id, record, before: layers.base(id) }]
      }),
    evict(which, source) {
      const [among, test] =
        typeof which === 'function' ? [held.values(), which] : [which.flatMap((id) => held.get(id) ?? []), () => true]
      // A pending record is not the server's to list, and one with pending changes is judged by the server's version.
      const judged = (record: R) => (layers.has(record.id) ? layers.base(record.id) : record)
      const items = new Set(
        [...among].filter((item) => {
          const record = judged(item.peek())
          return record !== undefined && test(record)
        }),
      )
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
      layers.clear()
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
