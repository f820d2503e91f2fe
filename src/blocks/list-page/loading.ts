import { batch, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import type { Where } from '#core/query/where.ts'
import type { Page, PageQuery } from '#core/resource/resource.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { AWAY } from '#core/resource/retries.ts'
import type { Change } from '#core/store/events.ts'
import type { AnswerState } from '#core/store/query.ts'
import type { createIntake } from './intake.ts'
import type { KeptRows, Listing } from './kept-rows.ts'
import type { Left } from './left.ts'
import type { ListGroup, ListOptions, ListState } from './list.ts'
import type { createPendingRows } from './pending.ts'

/** Stands for no value in a query. */
const NONE = 'none'
/** A list loads 20 rows at a time (rule list-defaults). */
export const PAGE_SIZE = 20
const MOST_AT_ONCE = 500
/** A change made elsewhere reaches all browsers at once; those that must ask wait this long, and up to as long again. */
const SPREAD = 800

/** What a list holds: its question, the rows that are known, and what is under way. */
export interface Held<E extends Entity> extends ListOptions<E> {
  readonly initial: ListState
  readonly left: Left | null | undefined
  readonly state: Signal<ListState>
  readonly ids: Signal<readonly Id[]>
  readonly total: Signal<number | undefined>
  readonly known: Signal<AnswerState>
  readonly asOf: Signal<number | null>
  readonly failure: Signal<Failure | null>
  readonly groups: Signal<readonly ListGroup[] | undefined>
  readonly folded: Signal<ReadonlySet<string>>
  readonly where: ReadonlySignal<Where<RecordOf<E>>>
  readonly intake: ReturnType<typeof createIntake<RecordOf<E>>>
  readonly showPending: ReturnType<typeof createPendingRows<RecordOf<E>>>
  requests: number
  loading: number
  withdraw: () => void
  /** The question that the rows answer. */
  shownFor: string
  /** The rows follow from all records that there are, and no answer has come yet. */
  isHeld: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  recounting: ReturnType<typeof setTimeout> | undefined
  /** Changes that arrived while an answer was on its way, which may not include them yet. */
  during: readonly Change<RecordOf<E>>[]
}

export const spreadOut = <E extends Entity>({ spread = SPREAD }: Held<E>) => spread + Math.random() * spread

function query<E extends Entity>({ state, folded }: Held<E>): PageQuery {
  const { filters, ...rest } = state.peek()
  const { group, ...narrowed } = filters
  if (!group) return { ...rest, ...narrowed }
  return { ...rest, ...narrowed, group_by: group, ...(folded.peek().size && { folded: [...folded.peek()] }) }
}

/** How many rows there are to be loaded: all but those of folded groups. */
export function expected<E extends Entity>({ state, total, groups, folded }: Held<E>): number | undefined {
  if (total.peek() === undefined || !state.peek().filters.group) return total.peek()
  const left = (groups.peek() ?? []).filter(({ value }) => folded.peek().has(value ?? NONE))
  return (total.peek() ?? 0) - left.reduce((sum, { count }) => sum + count, 0)
}

function listingOf<E extends Entity>({ state, where }: Held<E>): Listing<E> {
  const { sort_column: column, sort_direction: direction } = state.peek()
  return { where: where.peek(), column, direction }
}

/** Which rows there are, whatever they are grouped by: without a connection they stay, in groups of what is loaded. */
const questionOf = <E extends Entity>(held: Held<E>) => JSON.stringify([listingOf(held), held.state.peek().search])

/** A page, or what follows a row. */
interface Asked {
  page: number
  per_page: number
  after?: Id
}

async function load<E extends Entity>(held: Held<E>, pages: readonly Asked[], { replace }: { replace: boolean }) {
  const request = ++held.requests
  held.loading++
  if (replace) held.during = []
  const answers = await Promise.all(pages.map((page) => held.fetchPage({ ...query(held), ...page })))
  held.loading--
  // A later request has superseded this one.
  if (request !== held.requests) return
  held.withdraw()
  if (held.retries && answers.some((answer) => !answer.ok && AWAY.includes(answer.status)))
    held.withdraw = held.retries.add(() => void load(held, pages, { replace }))
  batch(() => take(held, answers, replace))
  keep(held)
}

function take<E extends Entity>(held: Held<E>, answers: readonly Result<Page<RecordOf<E>>>[], replace: boolean) {
  const { collection, ids, total, known, asOf, failure, intake, showPending } = held
  const question = questionOf(held)
  failure.value = answers.find((answer) => !answer.ok) ?? null
  if (failure.peek()) return held.shownFor === question ? undefined : forget(held)
  const wasHeld = held.isHeld && held.shownFor === question
  held.isHeld = false
  held.shownFor = question
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
  held.groups.value = loaded.at(-1)?.groups
  showPending(collection.pending())
  const latest = held.during.filter(({ record }) => collection.peek(record.id) === record)
  held.during = []
  return intake.saved(latest, { isCounted: true })
}

/** The rows are those of another question, whose answer did not come: the device may have some for this one. */
function forget<E extends Entity>(held: Held<E>) {
  held.known.value = 'never'
  held.ids.value = []
  held.total.value = undefined
  held.groups.value = undefined
  void restore(held)
}

/** Keeps the rows as they are; a search is only the server's. */
export function keep<E extends Entity>(held: Held<E>) {
  const { known, state, keptRows, ids, total } = held
  // Those of a grouped list are in another order.
  if (known.peek() === 'fresh' && !state.peek().search && !state.peek().filters.group)
    keptRows?.keep(listingOf(held), { ids: ids.peek(), total: total.peek() })
}

/** Shows the rows of an earlier visit until the server has answered. */
export async function restore<E extends Entity>(held: Held<E>) {
  if (!held.keptRows || held.state.peek().search) return
  const wanted = questionOf(held)
  const rows = await held.keptRows.read(listingOf(held))
  if (rows && held.known.peek() === 'never' && wanted === questionOf(held)) showKept(held, rows)
}

function showKept<E extends Entity>(held: Held<E>, rows: KeptRows) {
  held.shownFor = questionOf(held)
  batch(() => {
    held.known.value = 'cached'
    held.asOf.value = rows.asOf
    held.ids.value = rows.ids
    held.total.value = rows.total
  })
}

/** Shows at once what is in the store, if that is all there is. */
export function showHeld<E extends Entity>(held: Held<E>): boolean {
  const rows = held.state.peek().search ? null : held.keptRows?.held(listingOf(held))
  if (rows) showKept(held, rows)
  return (held.isHeld = rows !== null && rows !== undefined)
}

/** Shows the rows that were shown when the page was left, if the person comes back to it. */
export function showLeft<E extends Entity>(held: Held<E>): boolean {
  const { left, collection } = held
  const there = left?.ids.filter((id) => collection.peek(id)) ?? []
  if (!left || left.asOf === null || !there.length) return false
  showKept(held, { ids: there, total: left.total, asOf: left.asOf })
  return true
}

export function loadFirst<E extends Entity>(held: Held<E>) {
  void load(held, [{ page: 1, per_page: PAGE_SIZE }], { replace: true })
}

/** Loads the page of the first missing row; rows of it that are shown already are dropped. */
export function loadNext<E extends Entity>(held: Held<E>) {
  const confirmed = held.ids.peek().filter((id) => !isTemporary(id))
  const last = held.byRow?.() ? confirmed.at(-1) : undefined
  const page = Math.floor(confirmed.length / PAGE_SIZE) + 1
  void load(held, [{ page, per_page: PAGE_SIZE, ...(last !== undefined && { after: last }) }], { replace: false })
}

/** Loads all rows shown so far, so that someone who scrolled far down keeps their place; or so many of the first. */
export async function reload<E extends Entity>(held: Held<E>, rows = held.ids.peek().length) {
  const shown = Math.max(PAGE_SIZE, Math.ceil(rows / PAGE_SIZE) * PAGE_SIZE)
  const per_page = Math.min(MOST_AT_ONCE, shown)
  const pages = Array.from({ length: Math.ceil(shown / per_page) }, (_, at) => ({ page: at + 1, per_page }))
  await load(held, pages, { replace: true })
}

/** Asks for the total alone, once for all changes of the next moments. */
export function recount<E extends Entity>(held: Held<E>) {
  held.recounting ??= setTimeout(async () => {
    held.recounting = undefined
    const answer = await held.fetchPage({ ...query(held), page: 1, per_page: 1 })
    if (answer.ok && answer.data.total !== undefined) held.total.value = answer.data.total
  }, spreadOut(held))
}

/** @param keep leaves what is already scheduled in place */
export function schedule<E extends Entity>(
  held: Held<E>,
  work: (held: Held<E>) => unknown,
  wait: number,
  { keep = false } = {},
) {
  if (keep && held.timer !== undefined) return
  clearTimeout(held.timer)
  held.timer = setTimeout(() => {
    held.timer = undefined
    work(held)
  }, wait)
}

const sameIds = (a: readonly Id[], b: readonly Id[]) => a.length === b.length && a.every((id, at) => id === b[at])
