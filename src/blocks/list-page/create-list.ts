import { computed, signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { orderBy } from '#core/entity/order.ts'
import { whereOf } from '#core/query/filters.ts'
import { fieldsIn, matches } from '#core/query/matches.ts'
import type { Change, Source } from '#core/store/events.ts'
import { followFrom } from './follow-from.ts'
import { createIntake } from './intake.ts'
import type { List, ListOptions, ListState } from './list.ts'
import { expected, keep, loadFirst, loadNext, PAGE_SIZE, recount, reload, restore, schedule } from './loading.ts'
import { showHeld, showLeft, spreadOut, type Held } from './loading.ts'
import { createPendingRows } from './pending.ts'
import { differs, fromAddress, recall, remember, showInAddress } from './remembered.ts'

/** A search waits 500 ms after typing, everything else 100 ms. */
const SEARCH_DEBOUNCE = 500
const FETCH_DEBOUNCE = 100

function begin<E extends Entity>(options: ListOptions<E>): Held<E> {
  type R = RecordOf<E>
  const { entity, collection, key, filters, params = {}, asker = () => ({ user: { id: 0 } }), place, address } = options
  const { valid = (state) => state, groupOf } = options
  const initial: ListState = {
    search: '',
    sort_column: entity.sort,
    sort_direction: entity.direction,
    filters: filters ?? { status: 'active' },
  }
  const left = place?.recall()
  const state = signal<ListState>({ ...valid(recall(key, initial, address, entity)), search: left?.search ?? '' })
  const where = computed(() => whereOf(entity, { ...params, ...state.value.filters }, asker()))
  const compare = computed(() => orderBy<R>(state.value.sort_column, state.value.sort_direction))
  const rows = {
    ids: signal<readonly Id[]>([]),
    total: signal<number | undefined>(undefined),
    recordOf: collection.peek,
    // Only the server searches text.
    belongs: (record: R) => (state.peek().search ? 'unknown' : matches(where.peek(), record)),
    // Groups are in an order that only the server knows.
    order: () => {
      const { sort_column, filters: chosen } = state.peek()
      return !chosen.group && isOwnField(entity, sort_column) ? compare.peek() : undefined
    },
  }
  const { ids, total } = rows
  const held: Held<E> = {
    ...options,
    initial,
    left,
    state,
    ids,
    total,
    known: signal('never'),
    asOf: signal(null),
    failure: signal(null),
    groups: signal(undefined),
    folded: signal<ReadonlySet<string>>(new Set()),
    where,
    intake: createIntake<R>({
      ...rows,
      decisive: () => fieldsIn(where.peek()),
      expected: () => expected(held),
      sortOf(record) {
        const { sort_column, filters: chosen } = state.peek()
        const value: unknown = Reflect.get(record, sort_column)
        return chosen.group && groupOf ? JSON.stringify([groupOf(chosen.group, record), value]) : value
      },
      recount: () => recount(held),
      reload: () => schedule(held, reload, spreadOut(held), { keep: true }),
      fill() {
        if (ids.peek().length < PAGE_SIZE && held.intake.hasMore() && !held.loading)
          schedule(held, loadNext, FETCH_DEBOUNCE, { keep: true })
      },
    }),
    showPending: createPendingRows<R>(rows),
    requests: 0,
    loading: 0,
    withdraw: () => {},
    shownFor: '',
    isHeld: false,
    timer: undefined,
    recounting: undefined,
    during: [],
  }
  return held
}

/** Any change of search, filters or order starts over at the first page. */
function change<E extends Entity>(held: Held<E>, next: Partial<ListState>, wait = FETCH_DEBOUNCE) {
  const { key, state, initial, address, folded, groups } = held
  const before = state.peek()
  state.value = { ...before, ...next, filters: { ...before.filters, ...next.filters } }
  if (state.peek().filters.group !== before.filters.group) {
    // What was counted is of another grouping.
    folded.value = new Set()
    groups.value = undefined
  }
  remember(key, state.peek(), initial, address)
  schedule(held, loadFirst, wait)
}

function listen<E extends Entity>(held: Held<E>): (() => void)[] {
  const { collection, intake, showPending, missed } = held
  const onSaved = (changes: readonly Change<RecordOf<E>>[], source: Source) => {
    if (held.loading) held.during = [...held.during, ...changes]
    intake.saved(changes)
    // Whoever changed it here does not wait for the server's answer as long as all others together.
    if (source === 'local' && held.timer !== undefined) schedule(held, reload, FETCH_DEBOUNCE)
  }
  return [
    collection.on('saved', ({ change: one, source }) => onSaved([one], source)),
    collection.on('saved-many', ({ changes, source }) => onSaved(changes, source)),
    collection.on('pending', ({ changes, hidden }) => {
      const gone = Array.from(hidden, ([id, before]) => ({ id, record: undefined, before }))
      showPending([...changes.map(({ record, before }) => ({ id: record.id, record, before })), ...gone])
    }),
    collection.on('deleted', ({ id, before }) => intake.gone([id], new Map(before && [[id, before]]))),
    collection.on('deleted-many', ({ ids: gone, before }) => intake.gone(gone, before)),
    followFrom(missed, () => schedule(held, reload, FETCH_DEBOUNCE)),
  ]
}

function end<E extends Entity>(held: Held<E>, stops: readonly (() => void)[]) {
  clearTimeout(held.timer)
  clearTimeout(held.recounting)
  held.requests++
  held.withdraw()
  const ids = held.ids.peek().filter((id) => !isTemporary(id))
  held.place?.keep({ search: held.state.peek().search, ids, total: held.total.peek(), asOf: held.asOf.peek() })
  for (const stop of stops) stop()
}

/**
 * One list on screen. It holds ids, while the store holds the records. A saved record takes its place, moves or leaves
 * by itself, as far as its own fields decide that; otherwise the server is asked about it.
 */
export function createList<E extends Entity>(options: ListOptions<E>): List<RecordOf<E>> {
  const held = begin(options)
  const { entity, collection, address, initial, state, ids, total, known, asOf, failure, groups, folded, intake } = held
  const { valid = (one) => one } = options
  return {
    state,
    rows: computed(() => ids.value.flatMap((id) => collection.item(id) ?? [])),
    total,
    known,
    asOf,
    failure,
    groups,
    folded,
    choose: (next) => change(held, next, next.search === undefined ? FETCH_DEBOUNCE : SEARCH_DEBOUNCE),
    fold(value) {
      const next = new Set(folded.peek())
      if (!next.delete(value)) next.add(value)
      folded.value = next
      schedule(held, reload, FETCH_DEBOUNCE)
    },
    more() {
      if (ids.peek().length && intake.hasMore() && !failure.peek() && !held.loading) loadNext(held)
    },
    async all() {
      if (intake.hasMore()) await reload(held, expected(held))
      return intake.hasMore() || failure.peek() ? null : ids.peek()
    },
    refresh: () => schedule(held, reload, FETCH_DEBOUNCE),
    renew: () => keep(held),
    follow() {
      const typed = fromAddress(initial, address, entity)
      const said = typed && valid(typed)
      const { search, ...now } = state.peek()
      if (!said) return differs(now, initial) ? showInAddress(state.peek(), initial, address) : undefined
      if (differs(now, said)) change(held, { ...said, search })
    },
    start() {
      if (showLeft(held)) void reload(held)
      else {
        if (!showHeld(held)) void restore(held)
        loadFirst(held)
      }
      const stops = listen(held)
      return () => end(held, stops)
    },
  }
}

/** Whether a field is stored in the record itself: a change of another record does not move those sorted by it. */
const isOwnField = (entity: Entity, name: string): boolean =>
  name in (entity.fields as Fields) || name === 'id' || name === 'created_at' || name === 'updated_at'
