import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { computed, signal, useSignal, type ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { useMay } from '#blocks/offered/offered.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices, type Services } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import { steady, watchedAll } from '#core/store/watched.ts'
import { addDays, type Day } from '#lib/days.ts'
import { idle } from '#lib/idle.ts'
import { certifications, type Certification } from '../../../certifications/entities.ts'
import { crews, type Crew } from '../../../crews/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users, type User } from '../../../users/entities.ts'
import { isOffOn } from '../../company-days.ts'
import { spanOf, type WorkDays } from '../../days-of.ts'
import { scheduleEvents, scheduleSettings, timeOffRequests } from '../../entities.ts'
import { shortPhases } from '../../coverage.ts'
import { freePeople } from '../bench/bench-of.ts'
import { Bench } from '../bench/bench.tsx'
import { BoardGrid } from './board-grid.tsx'
import type { Spot } from './board-cursor.ts'
import { createBoardIndex, type BoardIndex } from './board-index.ts'
import { createBoardModel, type BoardModel } from './board-model.ts'
import type { DragPoint } from '#ui/drag/drag.ts'
import { followPointer, type Dragged, type DropTarget } from './board-pointer.ts'
import { writesOf } from './board-writes.ts'
import { everyone, linesOf, type RowFacts } from './board-rows.ts'
import { createOpening, type Opened } from '../cell/opened.ts'
import { OpenedHere } from '../cell/opened-here.tsx'
import { checksOf, type DayChecks } from './checks.ts'
import type { Columns } from '../layout.ts'
import type { Narrowing, Place } from '../place.ts'
import { useCompanyDays } from '../use-company-days.ts'
import { DragGhost } from './drag-ghost.tsx'

const none: { columns: Columns; tops: readonly number[] } = { columns: { days: [], edges: [0] }, tops: [0] }

interface Given {
  services: Services
  index: BoardIndex
  known: ReadonlySignal<Items<User>>
  crews: ReadonlySignal<Items<Crew>>
  expiring: ReadonlySignal<Items<Certification>>
  company: ReadonlySignal<WorkDays>
  group: Place['group']
  narrowing: ReadonlySignal<Narrowing>
  from: Day
  to: Day
}
/** Until when each person has what expires first. */
function firstDays(all: readonly Certification[]): Map<Id, Day> {
  const first = new Map<Id, Day>()
  for (const { user_id, expires_on } of all)
    if (expires_on !== null && expires_on < (first.get(user_id) ?? '9999')) first.set(user_id, expires_on)
  return first
}

export type BoardState = ReturnType<typeof createBoard>

/** What the board shows of some days, and the model of what is done on it. */
function createBoard({ services, index, known, crews: usual, expiring, company, group, narrowing, from, to }: Given) {
  const { store, today } = services
  const { assignments, calendar } = index
  const days = spanOf(from, to)
  const measures = signal(none)
  const people = watchedAll(known)
  const byId = computed(() => new Map(people.value.map((one) => [one.id, one])))
  const crewsOf = () => usual.value.map(({ value }) => value)
  const isRatio = () => store.of(scheduleSettings).all.value[0]?.value.ratio ?? true
  const validUntil = computed(() => firstDays(expiring.value.map(({ value }) => value)))
  /** Whether the first rows are painted, which wait for no sums over everybody. */
  const ready = signal(false)
  const checks = computed(() =>
    ready.value
      ? checksOf(days, assignments.value, calendar.value, byId.value, company.value, isRatio(), validUntil.value)
      : new Map<Day, DayChecks>(),
  )
  const cellsOf = (found: DayChecks, day: Day) =>
    found.ratio.flatMap(({ trainees }) => trainees.map((id) => `${id} ${day}`))
  const isAway = (person: Id, day: Day) =>
    calendar.value.some((event) => event.user_ids.includes(person) && isOffOn(event, day))
  const bars = computed(() =>
    index.phases.value.filter(({ project_id }) => !store.of(projects).get(project_id ?? 0)?.archived_at),
  )
  const bench = {
    short: steady(() =>
      shortPhases(bars.value, assignments.value, byId.value, { from: today.value, to }, company.value),
    ),
    free: steady(() => freePeople(people.value, assignments.value, today.value, company.value, isAway)),
    over: signal<Id | null>(null),
    ready,
  }
  const facts: RowFacts = {
    jobsOf: (id) => new Set(index.assignmentsOf(id).flatMap((one) => (one.removed ? [] : (one.project_id ?? [])))),
    job: (id) => store.of(projects).get(id),
    free: () => new Set(bench.free.value.map(({ user_id }) => user_id)),
    short: () => new Set(bench.short.value.flatMap(({ bar }) => bar.project_id ?? [])),
  }
  const lines = steady(() => linesOf(people.value, index.people.value, crewsOf(), group, facts, narrowing.value))
  const model = createBoardModel({
    index,
    ...writesOf(services),
    company,
    lines: () => lines.peek(),
    columns: () => measures.peek().columns,
    nameOf: (id) => store.of(users).get(id)?.name ?? '',
    projectOf: (id) => (id === null ? '' : (store.of(projects).get(id)?.name ?? 'another project')),
  })
  return {
    days,
    today,
    index,
    company,
    measures,
    lines,
    checks,
    model,
    opening: createOpening(signal<Opened | null>(null), model),
    /** Trainees who outnumber the journeymen where they are, as `{person} {day}`. */
    ratio: computed(() => new Set([...checks.value].flatMap(([day, found]) => cellsOf(found, day)))),
    bench,
  }
}

/** What the pointer does on a board. While something is open over it, a press outside of that closes it first. */
function pointerOn({ model, bench, measures, opening, lines }: BoardState, root: HTMLElement) {
  const settle = () => {
    bench.over.value = null
    document.body.style.cursor = ''
    for (const element of root.querySelectorAll('[data-dragged]')) element.removeAttribute('data-dragged')
  }
  const go = (spot: Spot, extend: boolean) => void (opening.now.peek() === null && model.cursor.go(spot, extend))
  const isHeading = ({ line }: Spot) => lines.peek()[line]?.kind === 'group'
  return {
    root,
    measures: () => measures.peek(),
    press: go,
    sweep: (spot: Spot) => go(spot, true),
    swept: ({ clientX, clientY }: DragPoint) => opening.now.peek() === null && opening.menu({ x: clientX, y: clientY }),
    tap: (spot: Spot) =>
      opening.whenClosed(() => {
        go(spot, false)
        opening.assign()
      }),
    async twice(spot: Spot) {
      if (isHeading(spot)) return
      opening.close('assign')
      go(spot, false)
      if ((await model.usual()) === null) opening.assign()
    },
    menu({ clientX, clientY }: DragPoint, spot: Spot) {
      const block = model.cursor.block.peek()
      const { line, column } = spot
      const isIn = block && line >= block.top && line <= block.bottom && column >= block.left && column <= block.right
      if (!isIn) go(spot, false)
      if (opening.now.peek() === null) opening.menu({ x: clientX, y: clientY })
    },
    begin(_: Dragged, touched: HTMLElement) {
      touched.toggleAttribute('data-dragged', true)
      document.body.style.cursor = 'grabbing'
    },
    over(dragged: Dragged, target: DropTarget) {
      bench.over.value = dragged.kind === 'person' ? target.phase : null
      model.over(dragged, target)
    },
    drop(dragged: Dragged, target: DropTarget) {
      settle()
      void model.drop(dragged, target)
    },
    cancel() {
      settle()
      model.cancel()
    },
  }
}

/** The crew board: who is where on the days from one to another. @useSignals */
export const Board = ({
  place,
  search,
  from,
  to,
  editable,
  onShown,
}: {
  place: Place
  search: string
  from: Day
  to: Day
  editable: boolean
  /** Called with what is shown once it is, and with null before and after. */
  onShown: (board: BoardState | null) => void
}) => {
  const services = useServices()
  const { store } = services
  const { group, license, crew_id, project_id, only } = place
  const narrowing = useSignal<Narrowing>(everyone)
  useLayoutEffect(
    () => void (narrowing.value = { search, license, crew_id, project_id, only }),
    [narrowing, search, license, crew_id, project_id, only],
  )
  const { items, state, failure, ask } = useQuery(scheduleEvents, { filters: { from, to } })
  const may = useMay()
  useQuery(timeOffRequests, { filters: { from, to, view: 'asked' }, ask: may(timeOffRequests, 'view') })
  useQuery(projects, { filters: { status: 'all' } })
  const known = useQuery(users, { filters: { status: 'all' }, ask: false }).items
  const usual = useQuery(crews).items
  const expiring = useQuery(certifications, { filters: { until: to }, ask: may(certifications, 'view') }).items
  const company = useCompanyDays(addDays(from, -31), addDays(to, 31), items)
  const index = useMemo(() => createBoardIndex(store, from, to), [store, from, to])
  const board = useMemo(
    () => createBoard({ services, index, known, crews: usual, expiring, company, group, narrowing, from, to }),
    [services, index, known, usual, expiring, company, group, narrowing, from, to],
  )
  const { model, opening } = board
  // A state, because the board is in the page only once its events are known.
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!root) return undefined
    onShown(board)
    void idle().then(() => (board.bench.ready.value = true))
    return () => onShown(null)
  }, [root, board, onShown])
  const body = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!root) return undefined
    const open = (id: Id) => {
      const event = store.of(scheduleEvents).get(id)
      if (event && editable) opening.whenClosed(() => opening.event(event))
    }
    return followPointer({ ...pointerOn(board, root), body, ghost, editable, open })
  }, [root, board, opening, editable, store])
  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  return (
    <div ref={setRoot} className={frame}>
      <BoardGrid board={board} editable={editable} body={body} />
      {editable && <Bench {...board.bench} />}
      <DragGhost ref={ghost} model={model} />
      <Message model={model} />
      {root && <OpenedHere board={board} root={root} />}
    </div>
  )
}

/** The text announced to screen readers. */
const Message = ({ model }: { model: BoardModel }) => (
  <p role="status" className={css({ srOnly: true })}>
    {model.message.value}
  </p>
)

const frame = css({
  '@media (width < 1280px)': { flexDirection: 'column' },
  display: 'flex',
  gap: '3.5',
  flex: '1',
  minHeight: '24rem',
  minWidth: '0',
})
