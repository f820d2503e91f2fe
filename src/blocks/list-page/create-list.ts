import { batch, computed, signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { orderBy } from '#core/entity/order.ts'
import { whereOf } from '#core/query/filters.ts'
import { fieldsIn, matches } from '#core/query/matches.ts'
import type { Failure } from '#core/resource/result.ts'
import type { PageQuery } from '#core/resource/resource.ts'
import { AWAY } from '#core/resource/retries.ts'
import type { Change, Source } from '#core/store/events.ts'
import type { AnswerState } from '#core/store/query.ts'
import { followFrom } from './follow-from.ts'
import { createIntake } from './intake.ts'
import { createPendingRows } from './pending.ts'
import type { KeptRows, Listing } from './kept-rows.ts'
import type { List, ListOptions, ListState } from './list.ts'
import { differs, fromAddress, recall, remember, showInAddress } from './remembered.ts'

/** A list loads 20 rows at a time (rule list-defaults); a search waits 500 ms after typing, everything else 100 ms. */
const PAGE_SIZE = 20
const MOST_AT_ONCE = 500
const SEARCH_DEBOUNCE = 500
const FETCH_DEBOUNCE = 100
/** A change made elsewhere reaches all browsers at once; those that must ask wait this long, and up to as long again. */
const SPREAD = 800

/**
 * One list on screen. It holds ids, while the store holds the records. A saved record takes its place, moves or leaves
 * by itself, as far as its own fields decide that; otherwise the server is asked about it.
 */
export function createList<E extends Entity>({
  entity,
  collection,
  fetchPage,
  key,
  filters,
  params = {},
  asker = () => ({ user: { id: 0 } }),
  missed,
  retries,
  keptRows,
  place,
  address,
  byRow = () => false,
  spread = SPREAD,
}: ListOptions<E>): List<RecordOf<E>> {
  type R = RecordOf<E>
  const initial: ListState = {
    search: '',
    sort_column: entity.sort,
    sort_direction: entity.direction,
    filters: filters ?? { status: 'active' },
  }
  const left = place?.recall()
  const state = signal<ListState>({ ...recall(key, initial, address, entity), search: left?.search ?? '' })
  const ids = signal<readonly Id[]>([])
  const total = signal<number | undefined>(undefined)
  const known = signal<AnswerState>('never')
  const asOf = signal<number | null>(null)
  const failure = signal<Failure | null>(null)
  const rows = computed(() => ids.value.flatMap((id) => collection.item(id) ?? []))
  const where = computed(() => whereOf(entity, { ...params, ...state.value.filters }, asker()))
  const compare = computed(() => orderBy<R>(state.value.sort_column, state.value.sort_direction))
  const spreadOut = () => spread + Math.random() * spread
  let requests = 0
  let loading = 0
  let withdraw = () => {}
  /** The question that the rows answer. */
  let shownFor = ''
  /** The rows follow from all records that there are, and no answer has come yet. */
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let recounting: ReturnType<typeof setTimeout> | undefined
  /** Changes that arrived while an answer was on its way, which may not include them yet. */
  let during: readonly Change<R>[] = []

  const intake = createIntake<R>({
    ids,
    total,
    recordOf: collection.peek,
    // Only the server searches text.
    belongs: (record) => (state.peek().search ? 'unknown' : matches(where.peek(), record)),
    decisive: () => fieldsIn(where.peek()),
    order: () => (isOwnField(entity, state.peek().sort_column) ? compare.peek() : undefined),
    sortOf: (record: Readonly<Record<string, unknown>>) => record[state.peek().sort_column],
    recount,
    reload: () => schedule(reload, spreadOut(), { keep: true }),
    fill() {
      if (ids.peek().length < PAGE_SIZE && intake.hasMore() && !loading)
        schedule(loadNext, FETCH_DEBOUNCE, { keep: true })
    },
  })
  const showPending = createPendingRows<R>({
    ids,
    total,
    recordOf: collection.peek,
    belongs: (record) => (state.peek().search ? 'unknown' : matches(where.peek(), record)),
    order: () => (isOwnField(entity, state.peek().sort_column) ? compare.peek() : undefined),
  })
  const query = (): PageQuery => {
    const { filters: chosen, ...rest } = state.peek()
    return { ...rest, ...chosen }
  }

  async function load(
    pages: readonly { page: number; per_page: number; after?: Id }[],
    { replace }: { replace: boolean },
  ) {
    const request = ++requests
    loading++
    if (replace) during = []
    const answers = await Promise.all(pages.map((page) => fetchPage({ ...query(), ...page })))
    loading--
    // A later request has superseded this one.
    if (request !== requests) return
    withdraw()
    if (retries && answers.some((answer) => !answer.ok && AWAY.includes(answer.status)))
      withdraw = retries.add(() => void load(pages, { replace }))
    batch(() => {
      failure.value = answers.find((answer) => !answer.ok) ?? null
      if (failure.peek()) return shownFor === questionOf() ? undefined : forget()
      const wasHeld = isHeld && shownFor === questionOf()
      isHeld = false
      shownFor = questionOf()
      known.value = 'fresh'
      asOf.value = Date.now()
      const loaded = answers.flatMap((answer) => (answer.ok ? answer.data : []))
      const next = new Set(replace ? [] : ids.peek())
      for (const { data } of loaded) for (const { id } of data) next.add(id)
      const found = loaded.at(-1)?.total
      // A first page that is as it was confirms those below it, so that who has scrolled by now keeps their place.
      const isConfirmed = wasHeld && found === total.peek() && sameIds([...next], ids.peek().slice(0, next.size))
      if (!isConfirmed && !sameIds([...next], ids.peek())) ids.value = [...next]
      total.value = found
      showPending(collection.pending())
      const latest = during.filter(({ record }) => collection.peek(record.id) === record)
      during = []
      intake.saved(latest, { isCounted: true })
    })
    keep()
  }
  const listing = (): Listing<E> => {
    const { sort_column: column, sort_direction: direction } = state.peek()
    return { where: where.peek(), column, direction }
  }
  const questionOf = () => JSON.stringify([listing(), state.peek().search])
  /** The rows are those of another question, whose answer did not come: the device may have some for this one. */
  function forget() {
    known.value = 'never'
    ids.value = []
    total.value = undefined
    void restore()
  }
  /** Keeps the rows as they are; a search is only the server's. */
  function keep() {
    if (known.peek() === 'fresh' && !state.peek().search)
      keptRows?.keep(listing(), { ids: ids.peek(), total: total.peek() })
  }
  /** Shows the rows of an earlier visit until the server has answered. */
  async function restore() {
    if (!keptRows || state.peek().search) return
    const wanted = questionOf()
    const rows = await keptRows.read(listing())
    if (rows && known.peek() === 'never' && wanted === questionOf()) showKept(rows)
  }
  function showKept(rows: KeptRows) {
    shownFor = questionOf()
    batch(() => {
      known.value = 'cached'
      asOf.value = rows.asOf
      ids.value = rows.ids
      total.value = rows.total
    })
  }
  /** Shows at once what is in the store, if that is all there is. */
  function showHeld(): boolean {
    const rows = state.peek().search ? null : keptRows?.held(listing())
    if (rows) showKept(rows)
    return (isHeld = rows !== null && rows !== undefined)
  }
  /** Shows the rows that were shown when the page was left, if the person comes back to it. */
  function showLeft(): boolean {
    const there = left?.ids.filter((id) => collection.peek(id)) ?? []
    if (!left || left.asOf === null || !there.length) return false
    showKept({ ids: there, total: left.total, asOf: left.asOf })
    return true
  }
  const loadFirst = () => void load([{ page: 1, per_page: PAGE_SIZE }], { replace: true })
  /** Loads the page of the first missing row; rows of it that are shown already are dropped. */
  function loadNext() {
    const confirmed = ids.peek().filter((id) => !isTemporary(id))
    const last = byRow() ? confirmed.at(-1) : undefined
    const page = Math.floor(confirmed.length / PAGE_SIZE) + 1
    void load([{ page, per_page: PAGE_SIZE, ...(last !== undefined && { after: last }) }], { replace: false })
  }
  /** Loads all rows shown so far, so that someone who scrolled far down keeps their place. */
  function reload() {
    const shown = Math.max(PAGE_SIZE, Math.ceil(ids.peek().length / PAGE_SIZE) * PAGE_SIZE)
    const per_page = Math.min(MOST_AT_ONCE, shown)
    const pages = Array.from({ length: Math.ceil(shown / per_page) }, (_, at) => ({ page: at + 1, per_page }))
    void load(pages, { replace: true })
  }
  /** Asks for the total alone, once for all changes of the next moments. */
  function recount() {
    recounting ??= setTimeout(async () => {
      recounting = undefined
      const answer = await fetchPage({ ...query(), page: 1, per_page: 1 })
      if (answer.ok && answer.data.total !== undefined) total.value = answer.data.total
    }, spreadOut())
  }
  /** @param keep leaves what is already scheduled in place */
  function schedule(work: () => void, wait: number, { keep = false } = {}) {
    if (keep && timer !== undefined) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      work()
    }, wait)
  }
  const refresh = () => schedule(reload, FETCH_DEBOUNCE)

  /** Any change of search, filters or order starts over at the first page. */
  function change(next: Partial<ListState>, wait = FETCH_DEBOUNCE) {
    state.value = { ...state.peek(), ...next }
    remember(key, state.peek(), initial, address)
    schedule(loadFirst, wait)
  }
  function onSaved(changes: readonly Change<R>[], source: Source) {
    if (loading) during = [...during, ...changes]
    intake.saved(changes)
    // Whoever changed it here does not wait for the server's answer as long as all others together.
    if (source === 'local' && timer !== undefined) schedule(reload, FETCH_DEBOUNCE)
  }

  return {
    state,
    rows,
    total,
    known,
    asOf,
    failure,
    search: (text) => change({ search: text }, SEARCH_DEBOUNCE),
    sort: (sort_column, sort_direction) => change({ sort_column, sort_direction }),
    filter: (name, value) => change({ filters: { ...state.peek().filters, [name]: value } }),
    more() {
      if (ids.peek().length && intake.hasMore() && !failure.peek() && !loading) loadNext()
    },
    refresh,
    renew: keep,
    follow() {
      const said = fromAddress(initial, address, entity)
      const { search, ...now } = state.peek()
      if (!said) return differs(now, initial) ? showInAddress(state.peek(), initial, address) : undefined
      if (differs(now, said)) change({ ...said, search })
    },
    start() {
      if (showLeft()) reload()
      else {
        if (!showHeld()) void restore()
        loadFirst()
      }
      const stops = [
        collection.on('saved', ({ change, source }) => onSaved([change], source)),
        collection.on('saved-many', ({ changes, source }) => onSaved(changes, source)),
        collection.on('pending', ({ changes, hidden }) => {
          const gone = Array.from(hidden, ([id, before]) => ({ id, record: undefined, before }))
          showPending([...changes.map(({ record, before }) => ({ id: record.id, record, before })), ...gone])
        }),
        collection.on('deleted', ({ id, before }) => intake.gone([id], new Map(before && [[id, before]]))),
        collection.on('deleted-many', ({ ids: gone, before }) => intake.gone(gone, before)),
        followFrom(missed, refresh),
      ]
      return () => {
        clearTimeout(timer)
        clearTimeout(recounting)
        requests++
        withdraw()
        const { search } = state.peek()
        place?.keep({
          search,
          ids: ids.peek().filter((id) => !isTemporary(id)),
          total: total.peek(),
          asOf: asOf.peek(),
        })
        for (const stop of stops) stop()
      }
    },
  }
}

const sameIds = (a: readonly Id[], b: readonly Id[]) => a.length === b.length && a.every((id, at) => id === b[at])

/** Whether a field is stored in the record itself: a change of another record does not move those sorted by it. */
const isOwnField = (entity: Entity, name: string): boolean =>
  name in (entity.fields as Fields) || name === 'id' || name === 'created_at' || name === 'updated_at'
