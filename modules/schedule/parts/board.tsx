import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { computed, signal } from '@preact/signals-react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { undoableHere } from '#blocks/undo/offer.ts'
import type { Id } from '#core/access/access.ts'
import type { Result } from '#core/resource/result.ts'
import { addDays, formatWeekday, type Day } from '#lib/days.ts'
import { crews } from '../../crews/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { isOffOn } from '../company-days.ts'
import { spanOf } from '../days-of.ts'
import { AssignDialog } from '../dialogs/assign-dialog.tsx'
import { EventDialog } from '../dialogs/event-dialog.tsx'
import { scheduleEvents, scheduleSettings, type ScheduleEvent } from '../entities.ts'
import { freePeople, shortPhases } from './bench-of.ts'
import { Bench } from './bench.tsx'
import { BoardGrid } from './board-grid.tsx'
import { takeSteps } from './board-steps.ts'
import { createBoardIndex } from './board-index.ts'
import { createBoardModel, type BoardModel } from './board-model.ts'
import { followPointer } from './board-pointer.ts'
import { linesOf } from './board-rows.ts'
import { checksOf } from './checks.ts'
import type { Columns } from './layout.ts'
import type { Place } from './place.ts'
import { useCompanyDays } from './use-company-days.ts'
import { DragGhost } from './drag-ghost.tsx'

function shown<T>(result: Result<T>): Result<T> {
  if (!result.ok) toastFailure(result)
  return result
}
const none: { columns: Columns; tops: readonly number[] } = { columns: { days: [], edges: [0] }, tops: [0] }

/** The crew board: who is where on the days from one to another. @useSignals */
export const Board = ({ place, from, to, editable }: { place: Place; from: Day; to: Day; editable: boolean }) => {
  const services = useServices()
  const { api, store, today } = services
  const { items, state, failure, ask } = useQuery(scheduleEvents, { filters: { from, to } })
  useQuery(projects, { filters: { status: 'all' } })
  const known = useQuery(users, { filters: { status: 'all' }, ask: false }).items
  const usual = useQuery(crews).items
  const company = useCompanyDays(addDays(from, -31), addDays(to, 31), items)
  const index = useMemo(() => createBoardIndex(store.of(scheduleEvents), from, to), [store, from, to])
  useEffect(() => index.start(), [index])
  const days = useMemo(() => spanOf(from, to), [from, to])
  const [dialog, setDialog] = useState<{ event: ScheduleEvent } | 'assign' | null>(null)
  const measures = useMemo(() => signal(none), [])
  // A state, because the board is in the page only once its events are known.
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const people = useMemo(() => computed(() => known.value.map(({ value }) => value)), [known])
  const byId = useMemo(() => computed(() => new Map(people.value.map((one) => [one.id, one]))), [people])
  const allLines = useMemo(
    () =>
      computed(() =>
        linesOf(
          people.value,
          index.people.value,
          usual.value.map(({ value }) => value),
          place.group,
        ),
      ),
    [people, index, usual, place.group],
  )
  const bench = useMemo(
    () => ({
      short: computed(() =>
        shortPhases(index.phases.value, index.assignments.value, byId.value, { from: today.value, to }, company.value),
      ),
      free: computed(() =>
        freePeople(people.value, index.assignments.value, today.value, company.value, (person, day) =>
          index.calendar.value.some((event) => event.user_ids.includes(person) && isOffOn(event, day)),
        ),
      ),
      over: signal<Id | null>(null),
    }),
    [index, byId, people, company, today, to],
  )
  const checks = useMemo(
    () =>
      computed(() =>
        checksOf(
          days,
          index.assignments.value,
          index.calendar.value,
          byId.value,
          company.value,
          store.of(scheduleSettings).all.value[0]?.value.ratio ?? true,
        ),
      ),
    [days, index, byId, company, store],
  )
  const ratio = useMemo(
    () =>
      computed(
        () =>
          new Set(
            [...checks.value].flatMap(([day, found]) =>
              found.ratio.flatMap(({ trainees }) => trainees.map((id) => `${id} ${day}`)),
            ),
          ),
      ),
    [checks],
  )
  const model = useMemo(() => {
    const resource = api(scheduleEvents)
    return createBoardModel({
      index,
      takeSteps: (steps) =>
        takeSteps(
          {
            saveMany: async (drafts) => shown(await resource.saveMany(drafts)),
            discard: async (ids) => shown(await resource.actOnAll('discard', { ids })),
            join: (results) => undoableHere(services)?.join(results),
          },
          steps,
        ),
      company,
      lines: () => allLines.peek(),
      columns: () => measures.peek().columns,
      nameOf: (id) => store.of(users).get(id)?.name ?? '',
      projectOf: (id) => (id === null ? '' : (store.of(projects).get(id)?.name ?? 'another project')),
    })
  }, [services, api, index, company, store, allLines, measures])
  useEffect(() => {
    if (!root) return undefined
    const settle = () => {
      bench.over.value = null
      document.body.style.cursor = ''
      for (const element of root.querySelectorAll('[data-dragged]')) element.removeAttribute('data-dragged')
    }
    return followPointer({
      root,
      body,
      ghost,
      measures: () => measures.peek(),
      editable: () => editable,
      press: (spot, extend) => model.cursor.go(spot, extend),
      sweep: (spot) => model.cursor.go(spot, true),
      open(id) {
        const event = store.of(scheduleEvents).get(id)
        if (event && editable) setDialog({ event })
      },
      begin(_, touched) {
        touched.toggleAttribute('data-dragged', true)
        document.body.style.cursor = 'grabbing'
      },
      over(dragged, target) {
        bench.over.value = dragged.kind === 'person' ? target.phase : null
        model.over(dragged, target)
      },
      drop(dragged, target) {
        settle()
        void model.drop(dragged, target)
      },
      cancel() {
        settle()
        model.cancel()
      },
    })
  }, [root, model, editable, store, bench, measures])
  const onMeasure = useCallback(
    (next: typeof none) => {
      measures.value = next
    },
    [measures],
  )
  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  const stretches = model.chosen()
  const first = stretches[0]
  return (
    <div ref={setRoot} className={frame}>
      <BoardGrid
        days={days}
        today={today.value}
        lines={allLines.value}
        index={index}
        model={model}
        company={company}
        checks={checks}
        ratio={ratio}
        editable={editable}
        body={body}
        onMeasure={onMeasure}
        onOpen={() => {
          const [event, second] = model.here()
          if (!editable) return
          if (event && !second) setDialog({ event })
          else if (model.chosen().length) setDialog('assign')
        }}
      />
      {editable && <Bench {...bench} />}
      <DragGhost ref={ghost} model={model} />
      <Message model={model} />
      {dialog === 'assign' && first && (
        <AssignDialog
          says={`${stretches.map(({ user_id }) => store.of(users).get(user_id)?.name).join(', ')} · ${formatWeekday(first.from)}${first.to === first.from ? '' : ` – ${formatWeekday(first.to)}`}`}
          onClose={() => setDialog(null)}
          onChoose={(project_id) => {
            setDialog(null)
            void model.assignTo(project_id)
          }}
        />
      )}
      {dialog !== null && dialog !== 'assign' && <EventDialog record={dialog.event} onClose={() => setDialog(null)} />}
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
