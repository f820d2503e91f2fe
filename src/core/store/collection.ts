import { batch, computed, signal, untracked, type Signal } from '@preact/signals-react'
import { testOf } from '../query/matches.ts'
import type { Where } from '../query/where.ts'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'
import type { Order } from '../entity/order.ts'
import { createDeletions } from './deletions.ts'
import { createEmitter, type Source } from './events.ts'
import { createFlags, createGlow } from './flags.ts'
import { createLayers } from './layers.ts'
import { freeze, isOlder, merge } from './merge.ts'
import { patch } from './patch.ts'
import type { Hooks, ListOptions, Records } from './records.ts'
import { FEW, liveList, type Turn } from './live-list.ts'
import { createRefIndex } from './ref-index.ts'

/** Sorts many records' signals by their current values. */
const sortingAll =
  <R>(order: Order<R>) =>
  (items: Signal<R>[]) =>
    order.sort?.(items, (item) => item.peek()) ?? items.sort((a, b) => order(a.peek(), b.peek()))

const sorting =
  <R>(order: Order<R>) =>
  (a: Signal<R>, b: Signal<R>) =>
    order(a.peek(), b.peek())

const unchanged = <R>(record: R): R => record
const constant = signal(null)
const none: ReadonlySet<never> = new Set()
const quietly = (change: () => void) => untracked(() => batch(change))

/** What a collection holds and shows. */
function createHeld<R extends Base>(order: Order<R>, hooks: Hooks<R>) {
  const held = new Map<Id, Signal<R>>()
  const readers = signal(0)
  const watch = {
    watched: () => void (readers.value = readers.peek() + 1),
    unwatched: () => void (readers.value = readers.peek() - 1),
  }
  return {
    order,
    hooks,
    held,
    readers,
    deletions: createDeletions(),
    layers: createLayers<R>(),
    emitter: createEmitter<R>(),
    glow: createGlow(),
    all: signal<readonly Signal<R>[]>([], watch),
    last: signal<Turn<R>>({ turn: 0, touched: undefined }, watch),
    present: createFlags((id) => held.has(id), watch),
    index: createRefIndex<Signal<R>>(hooks.refs ?? none, () => held.values()),
    by: sorting(order),
    sortAll: sortingAll(order),
    live: (item: Signal<R>) => held.get(item.peek().id) === item,
  }
}
type Held<R extends Base> = ReturnType<typeof createHeld<R>>

/** A record as it is stored; no copy of one has what it is completed by. */
const stored = <R extends Base>({ hooks: { complete } }: Held<R>, record: R): R =>
  freeze(complete ? complete(record) : record)

/** Updates the lists for the touched records, except those whose position did not change. */
function commit<R extends Base>(
  { all, last, by, live, sortAll }: Held<R>,
  touched: ReadonlySet<Signal<R>>,
  settled: ReadonlySet<Signal<R>> = none,
) {
  if (!touched.size) return
  const moved = settled.size ? touched.difference(settled) : touched
  if (moved.size) all.value = patch(all.peek(), moved, by, live, sortAll)
  last.value = { turn: last.peek().turn + 1, touched: touched.size > FEW ? undefined : touched }
}

/** What is touched in one batch: what each record was before, and which ones keep their position. */
interface Batch<R> {
  touched: Map<Signal<R>, R | undefined>
  settled: Set<Signal<R>>
}
const begin = <R>(): Batch<R> => ({ touched: new Map(), settled: new Set() })

/** Shows a record that was not there. */
function add<R extends Base>(state: Held<R>, record: R, { touched }: Batch<R>) {
  const arrived = signal(stored(state, record))
  state.held.set(record.id, arrived)
  state.present.set(record.id, true)
  state.index.added(arrived)
  touched.set(arrived, undefined)
}

/** Shows another version of a record. */
function replace<R extends Base>({ index, order }: Held<R>, item: Signal<R>, next: R, { touched, settled }: Batch<R>) {
  const old = item.peek()
  if (next === old) return
  item.value = next
  index.changed(item, old, next)
  // A record sent twice in one batch may already have moved the first time.
  if (order(old, next) !== 0) settled.delete(item)
  else if (!touched.has(item)) settled.add(item)
  if (!touched.has(item)) touched.set(item, old)
}

function hide<R extends Base>({ held, present, index }: Held<R>, id: Id, item: Signal<R>) {
  held.delete(id)
  present.set(id, false)
  index.removed(item)
}

/** The stored record with what was sent of it; the same object if that changes nothing. */
function join<R extends Base>(state: Held<R>, old: R, sent: R): R {
  const next = isOlder(sent.updated_at, old.updated_at) ? old : merge(old, sent)
  return next === old ? old : stored(state, next)
}

/** Merges one record and returns the stored result. */
function accept<R extends Base>(state: Held<R>, sent: R, made: Batch<R>): R {
  const { deletions, held, layers } = state
  const { id } = sent
  if (deletions.covers(sent)) return held.get(id)?.peek() ?? sent
  if (layers.has(id)) {
    const base = layers.base(id)
    layers.setBase(id, base ? join(state, base, sent) : stored(state, sent))
    show(state, id, made)
    return layers.base(id) ?? sent
  }
  const item = held.get(id)
  if (!item) {
    add(state, sent, made)
    return sent
  }
  const next = join(state, item.peek(), sent)
  replace(state, item, next, made)
  return next
}

/** Shows a record with the pending changes on it, or hides it; returns the hidden one's signal. */
function show<R extends Base>(state: Held<R>, id: Id, made: Batch<R>): Signal<R> | undefined {
  const { held, layers } = state
  const item = held.get(id)
  const next = layers.has(id) ? layers.shown(id) : layers.base(id)
  if (!layers.has(id)) layers.setBase(id, undefined)
  if (!next) {
    if (item) made.touched.set(item, item.peek())
    if (item) hide(state, id, item)
    return item
  }
  const shown = item && merge(item.peek(), next)
  if (item && shown) replace(state, item, shown === item.peek() ? shown : stored(state, shown), made)
  else add(state, next, made)
  return undefined
}

/** Applies a change of the layers on these records, and tells the lists that hold ids. */
function reshow<R extends Base>(state: Held<R>, ids: readonly Id[]) {
  if (!ids.length) return
  const made = begin<R>()
  const hidden = new Map<Id, R>()
  quietly(() => {
    for (const id of ids) {
      const gone = show(state, id, made)
      if (gone) hidden.set(id, gone.peek())
    }
    commit(state, new Set(made.touched.keys()), made.settled)
  })
  const changes = Array.from(made.touched, ([item, before]) => ({ record: item.peek(), before, fields: undefined }))
  state.emitter.pending(
    changes.filter(({ record }) => !hidden.has(record.id)),
    hidden,
  )
}

function put<R extends Base>(state: Held<R>, records: readonly R[], source?: Source, fields?: readonly string[]): R[] {
  const { hooks, layers, glow, emitter } = state
  const { tidy = unchanged, unpack = unchanged } = hooks
  const own = hooks.tidy || hooks.unpack ? records.map((sent) => unpack(tidy(sent))) : records
  const answer: R[] = []
  const made = begin<R>()
  const { touched, settled } = made
  quietly(() => {
    for (const sent of own) answer.push(accept(state, sent, made))
    commit(state, new Set(touched.keys()), settled)
    if (source === 'remote') glow.light([...touched.keys()].map((item) => item.peek().id))
  })
  const changed = Array.from(touched.keys(), (item) => item.peek())
  // The server's records: pending changes are kept by themselves.
  const servers = changed.flatMap((record) => (layers.has(record.id) ? (layers.base(record.id) ?? []) : record))
  if (servers.length) hooks.stored?.(servers)
  emitter.put(changed, source, () => Array.from(touched, ([item, before]) => ({ record: item.peek(), before, fields })))
  return answer
}

/** Removes records; each signal keeps its last value, because a row's effects run before the row is removed. */
function drop<R extends Base>(state: Held<R>, items: ReadonlySet<Signal<R>>, source: Source) {
  const { layers, hooks } = state
  quietly(() => {
    const ids = new Set([...items].map((item) => item.peek().id))
    for (const item of items) hide(state, item.peek().id, item)
    for (const id of ids) if (layers.has(id)) layers.setBase(id, undefined)
    commit(state, items)
    hooks.removed?.(ids, source)
  })
  return new Map([...items].map((item) => [item.peek().id, item.peek()]))
}

function evict<R extends Base>(state: Held<R>, which: readonly Id[] | ((record: R) => boolean), source: Source) {
  const { held, layers, emitter } = state
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
  const before = drop(state, items, source)
  emitter.removed([...before.keys()], before, source)
}

function where<R extends Base>(
  { last, all, index, by, sortAll, live }: Held<R>,
  condition: Where<R>,
  { order: own, lookup, sent, epoch = constant }: ListOptions<R> = {},
) {
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
    by: own ? sorting(own) : by,
    live,
    epoch,
  })
}

/** A collection in one total order (ties broken by id), as `orderOf(entity)` gives it. */
export function createCollection<R extends Base>(order: Order<R>, hooks: Hooks<R> = {}): Records<R> {
  const state = createHeld(order, hooks)
  const { held, layers, deletions, emitter, present } = state
  return {
    all: state.all,
    get: (id) => (present.has(id) ? held.get(id)?.value : undefined),
    peek: (id) => held.get(id)?.peek(),
    item: (id) => held.get(id),
    last: state.last,
    where: (condition, options) => where(state, condition, options),
    put: (records, source, fields) => put(state, records, source, fields),
    remove(ids, source = 'local', moment) {
      const items = new Set(ids.flatMap((id) => held.get(id) ?? []))
      const known = (id: Id) => (layers.has(id) ? layers.base(id) : held.get(id)?.peek())
      const gone = ids.filter((id) => deletions.note(id, moment ?? known(id)?.updated_at))
      emitter.removed(gone, drop(state, items, source), source)
    },
    overlay(place, changes) {
      const ids = changes.map(({ id, layer }) => {
        if (!layers.has(id)) layers.setBase(id, held.get(id)?.peek())
        layers.add(id, place, layer)
        return id
      })
      reshow(state, [...new Set(ids)])
    },
    lift: (place) => reshow(state, layers.remove(place)),
    base: (id, before = -Infinity) => (layers.has(id) ? layers.shown(id, before) : held.get(id)?.peek()),
    pending: () =>
      layers.ids().flatMap((id) => {
        const record = held.get(id)?.peek()
        return [{ id, record, before: layers.base(id) }]
      }),
    evict(which, source, moment) {
      if (moment !== undefined && typeof which !== 'function') for (const id of which) deletions.hide(id, moment)
      evict(state, which, source)
    },
    on: emitter.on,
    watching: computed(() => state.readers.value + emitter.live.value > 0),
    changed: state.glow.has,
    clear() {
      deletions.clear()
      layers.clear()
      quietly(() => {
        const items = new Set(held.values())
        for (const item of items) hide(state, item.peek().id, item)
        commit(state, items)
      })
    },
  }
}
