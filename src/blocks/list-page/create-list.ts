import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import type { Page, PageQuery } from '#core/resource/resource.ts'
import type { Items } from '#core/store/records.ts'
import type { Collection } from '#core/store/store.ts'
import { recall, remember } from './remembered.ts'

/** A list shows 20 at a time (rule list-defaults); typing waits 500 ms, everything else 100 ms before it asks. */
const PAGE_SIZE = 20
const MOST_AT_ONCE = 500
const SEARCH_DEBOUNCE = 500
const FETCH_DEBOUNCE = 100

/** What a list is narrowed to and how it is sorted; remembered per key, the search cleared. */
export interface ListState {
  search: string
  sort_column: string
  sort_direction: 'asc' | 'desc'
  filters: Readonly<Record<string, string>>
}

export interface List<R> {
  readonly state: ReadonlySignal<ListState>
  /** Rows in the server's order, a signal each; the list changes only when a row comes, goes or moves. */
  readonly rows: ReadonlySignal<Items<R>>
  /** How many there are on all pages; undefined until known. */
  readonly total: ReadonlySignal<number | undefined>
  /** True until the first answer. */
  readonly pending: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<Failure | null>
  search(text: string): void
  sort(column: string, direction: 'asc' | 'desc'): void
  filter(name: string, value: string): void
  /** Asks for the next page, if there is one. */
  more(): void
  /** Asks for what is shown again. */
  refresh(): void
  /** Starts listening and asks for the first page; the returned function ends it. */
  start(): () => void
}

interface Options<E extends Entity> {
  entity: E
  collection: Collection<E>
  fetchPage: (query: PageQuery) => Promise<Result<Page<RecordOf<E>>>>
  /** Under which the state is remembered. */
  key: string
  /** Filters to begin with; `status: active` unless told (rule list-defaults). */
  filters?: Readonly<Record<string, string>>
  /** Whether a changed record still belongs into the list, as far as its filters tell. */
  belongs?: (record: RecordOf<E>, filters: ListState['filters']) => boolean
  resumed?: ReadonlySignal<number>
}

/**
 * One list on screen: keeps ids and asks the server for more of them, while the store keeps the records. A changed
 * record costs it nothing; one that is new here or gone makes it ask again for what it shows.
 */
export function createList<E extends Entity>({
  entity,
  collection,
  fetchPage,
  key,
  filters,
  belongs,
  resumed,
}: Options<E>): List<RecordOf<E>> {
  const initial: ListState = {
    search: '',
    sort_column: entity.sort,
    sort_direction: entity.direction,
    filters: filters ?? { status: 'active' },
  }
  const state = signal<ListState>(recall(key, initial))
  const ids = signal<readonly Id[]>([])
  const held = computed(() => new Set(ids.value))
  const total = signal<number | undefined>(undefined)
  const pending = signal(true)
  const failure = signal<Failure | null>(null)
  const rows = computed(() => ids.value.flatMap((id) => collection.item(id) ?? []))
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const query = (): PageQuery => {
    const { filters: chosen, ...rest } = state.peek()
    return { ...rest, ...chosen }
  }

  async function load(questions: readonly { page: number; per_page: number }[], replace: boolean) {
    const turn = ++asked
    const answers = await Promise.all(questions.map((question) => fetchPage({ ...query(), ...question })))
    // An answer that a later question has overtaken is of no use.
    if (turn !== asked) return
    batch(() => {
      pending.value = false
      failure.value = answers.find((answer) => !answer.ok) ?? null
      if (failure.peek()) return
      const pages = answers.flatMap((answer) => (answer.ok ? answer.data : []))
      const next = new Set(replace ? [] : ids.peek())
      for (const { data } of pages) for (const { id } of data) next.add(id)
      if (!sameIds([...next], ids.peek())) ids.value = [...next]
      total.value = pages.at(-1)?.total
    })
  }

  const loadPage = (page: number) => void load([{ page, per_page: PAGE_SIZE }], page === 1)
  const pagesShown = () => Math.max(1, Math.ceil(ids.peek().length / PAGE_SIZE))
  /** Asks for all that is shown, so that nobody who scrolled far down is thrown back. */
  function reload() {
    const rows = pagesShown() * PAGE_SIZE
    const per_page = Math.min(MOST_AT_ONCE, rows)
    void load(
      Array.from({ length: Math.ceil(rows / per_page) }, (_, at) => ({ page: at + 1, per_page })),
      true,
    )
  }
  const later = (work: () => void, wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(work, wait)
  }
  const refresh = () => later(reload, FETCH_DEBOUNCE)

  /** Whatever narrows or sorts starts over at the first page. */
  function change(next: Partial<ListState>, wait = FETCH_DEBOUNCE) {
    state.value = { ...state.peek(), ...next }
    remember(key, state.peek())
    later(() => loadPage(1), wait)
  }

  function onSaved(records: readonly RecordOf<E>[]) {
    const shown = held.peek()
    const stays = (record: RecordOf<E>) => belongs?.(record, state.peek().filters) ?? true
    const left = records.filter((record) => shown.has(record.id) && !stays(record)).map(({ id }) => id)
    if (left.length) onGone(left)
    else if (records.some((record) => !shown.has(record.id) && stays(record))) refresh()
  }
  function onGone(gone: readonly Id[]) {
    const out = new Set(gone)
    if (!ids.peek().some((id) => out.has(id))) return
    ids.value = ids.peek().filter((id) => !out.has(id))
    refresh()
  }

  return {
    state,
    rows,
    total,
    pending,
    failure,
    search: (text) => change({ search: text }, SEARCH_DEBOUNCE),
    sort: (sort_column, sort_direction) => change({ sort_column, sort_direction }),
    filter: (name, value) => change({ filters: { ...state.peek().filters, [name]: value } }),
    more() {
      const next = pagesShown() + 1
      const lastPage = Math.ceil((total.peek() ?? 0) / PAGE_SIZE)
      if (ids.peek().length && next <= lastPage && !failure.peek()) loadPage(next)
    },
    refresh,
    start() {
      loadPage(1)
      const stops = [
        collection.on('saved', ({ record }) => onSaved([record])),
        collection.on('saved-many', ({ records }) => onSaved(records)),
        collection.on('deleted', ({ id }) => onGone([id])),
        collection.on('deleted-many', ({ ids: gone }) => onGone(gone)),
        followFrom(resumed, refresh),
      ]
      return () => {
        clearTimeout(timer)
        asked++
        for (const stop of stops) stop()
      }
    },
  }
}

const sameIds = (a: readonly Id[], b: readonly Id[]) => a.length === b.length && a.every((id, at) => id === b[at])

/** Calls back for every rise after now. */
function followFrom(count: ReadonlySignal<number> | undefined, onRise: () => void): () => void {
  if (!count) return () => {}
  let seen = count.peek()
  return count.subscribe((value) => {
    if (value === seen) return
    seen = value
    onRise()
  })
}
