import { useCallback, useMemo, useState } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { Id } from '#core/access/access.ts'
import { watchedAll } from '#core/store/watched.ts'
import { addDays, formatMonthDay, type Day } from '#lib/days.ts'
import { phases } from '../../../phases/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { EventDialog, type Initial } from '../../dialogs/event-dialog.tsx'
import { scheduleEvents, type PhaseBar, type ScheduleEvent } from '../../entities.ts'
import type { GanttTools } from './gantt-bar.tsx'
import { GanttLinks } from './gantt-links.tsx'
import { createGanttModel } from './gantt-model.ts'
import { GanttPanel } from './gantt-panel.tsx'
import { GanttPending } from './gantt-pending.tsx'
import { BarRow, PhaseRow, ProjectRow } from './gantt-row.tsx'
import { placeIn, rowsOf, type GanttRow, type Window } from './gantt-rows.ts'
import { useCompanyDays } from '../use-company-days.ts'
import { useShort } from '../use-short.ts'

const WEEK = 7
/** How far beyond what is shown days off are known, since bars may be pushed there. */
const BEYOND = 366

type Items = ReadonlySignal<readonly ReadonlySignal<ScheduleEvent>[]>

/** Phases of projects over weeks, what they wait for, and what moves with one that is dragged. @useSignals */
export const Gantt = ({
  items,
  jobs,
  view,
  editable,
  single,
}: {
  /** Phase bars, and calendar events for the days off. */
  items: Items
  jobs: readonly Id[]
  view: Window
  editable: boolean
  /** Whether it is the chart of one project, with the phases that have no bar yet. */
  single: boolean
}) => {
  const { api, store } = useServices()
  const today = useToday()
  const company = useCompanyDays(addDays(view.from, -WEEK), addDays(view.from, view.days + BEYOND), items)
  const [closed, setClosed] = useState<ReadonlySet<Id>>(new Set())
  const [opened, setOpened] = useState<{ id: Id; anchor: HTMLElement } | null>(null)
  const [dialog, setDialog] = useState<{ record: ScheduleEvent } | { initial: Initial } | null>(null)
  const bars = useMemo(() => {
    const events = watchedAll(items)
    return computed(() => events.value.filter((one) => one.kind === 'phase'))
  }, [items])
  const byId = useMemo(() => computed(() => new Map(items.value.map((item) => [item.peek().id, item]))), [items])
  const model = useMemo(
    () =>
      createGanttModel({
        bars,
        company,
        nameOf: ({ phase_id }) => store.of(phases).get(phase_id)?.name ?? 'Phase',
        save: (drafts) => api(scheduleEvents).saveMany([...drafts]),
        failed: toastFailure,
      }),
    [api, store, bars, company],
  )
  const short = useShort(editable)
  const rows = useRows(bars, jobs, closed, single)
  const onOpen = useCallback((id: Id, anchor: HTMLElement) => setOpened({ id, anchor }), [])
  const onDraw = useCallback(
    (phase_id: Id, project_id: Id, from: Day, to: Day) =>
      setDialog({ initial: { kind: 'phase', phase_id, project_id, start_date: from, end_date: to } }),
    [],
  )
  const { from, days } = view
  const tools = useMemo(
    (): GanttTools => ({ model, company, view: { from, days }, short, editable, onOpen, onDraw }),
    [model, company, from, days, short, editable, onOpen, onDraw],
  )
  const toggle = useCallback(
    (id: Id) =>
      setClosed((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    [],
  )
  const shown = opened && byId.value.get(opened.id)
  const now = placeIn(view, today, today).left
  return (
    <>
      <div className={frame}>
        <div className={chart} role="group" aria-label={single ? 'Schedule of the project' : 'Schedule of projects'}>
          <Weeks view={view} today={today} />
          <ul className={list}>
            {rows.map((row) => {
              const { kind, id } = row
              const item = byId.value.get(id)
              if (kind === 'project') {
                const isOpen = !closed.has(id)
                return <ProjectRow key={`p${id}`} id={id} bars={bars} view={view} open={isOpen} onToggle={toggle} />
              }
              if (kind === 'phase') {
                const { project_id } = row
                return <PhaseRow key={`n${project_id} ${id}`} phase_id={id} project_id={project_id} tools={tools} />
              }
              return item ? <BarRow key={id} item={item} tools={tools} indent={!single} /> : null
            })}
          </ul>
          <div className={over} aria-hidden="true">
            <GanttLinks rows={rows} byId={byId} model={model} view={view} />
            {now >= 0 && now <= 100 && <i className={todayLine} style={{ left: `${now}%` }} />}
          </div>
        </div>
      </div>
      <p role="status" className={css({ srOnly: true })}>
        {model.message.value}
      </p>
      <GanttPending model={model} />
      {shown && (
        <GanttPanel
          item={shown}
          bars={bars}
          short={short}
          anchor={opened.anchor}
          editable={editable}
          onEdit={(record) => {
            setOpened(null)
            setDialog({ record })
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {dialog && <EventDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

/** The lines of the chart; laid out again only when one comes, goes or changes its place. @useSignals */
function useRows(
  bars: ReadonlySignal<readonly PhaseBar[]>,
  jobs: readonly Id[],
  closed: ReadonlySet<Id>,
  withPhases: boolean,
) {
  const { store } = useServices()
  const wanted = jobs.join()
  const layout = useMemo(() => {
    const known = () => wanted.split(',').flatMap((id) => store.of(projects).get(Number(id)) ?? [])
    return computed(() => JSON.stringify(rowsOf(bars.value, known(), { closed, withPhases })))
  }, [bars, store, wanted, closed, withPhases])
  return useMemo((): GanttRow[] => JSON.parse(layout.value), [layout.value])
}

const Weeks = ({ view, today }: { view: Window; today: Day }) => {
  const weeks = Array.from({ length: Math.ceil(view.days / WEEK) }, (_, at) => addDays(view.from, at * WEEK))
  // Many weeks have room for every second name alone.
  const every = weeks.length > 16 ? 2 : 1
  return (
    <div className={head}>
      <span className={corner}>Project and phase</span>
      <div className={weekLine}>
        {weeks.map((day, at) => (
          <span key={day} data-now={(today >= day && today < addDays(day, WEEK)) || undefined}>
            {at % every === 0 && <b>{formatMonthDay(day)}</b>}
          </span>
        ))}
      </div>
    </div>
  )
}

const NAMES = 'var(--names)'
const frame = css({ overflowX: 'auto', layerStyle: 'card' })
const chart = css({
  position: 'relative',
  minWidth: { base: '44rem', md: '48rem' },
  '--names': { base: '10rem', md: '20.5rem' },
  isolation: 'isolate',
})
const head = css({
  display: 'grid',
  gridTemplateColumns: `${NAMES} minmax(0, 1fr)`,
  height: '9',
  fontSize: 'xs',
  color: 'muted',
  fontWeight: 'strong',
  borderBottom: '1px solid {colors.line}',
})
const corner = css({
  position: 'sticky',
  left: '0',
  zIndex: '2',
  display: 'flex',
  alignItems: 'center',
  paddingInline: '3',
  background: 'card',
  borderInlineEnd: '1px solid {colors.line}',
})
const weekLine = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  containerType: 'inline-size',
  '& span': { display: 'flex', alignItems: 'center', minWidth: '0', paddingInlineStart: '1.5', whiteSpace: 'nowrap' },
  '& b': { fontWeight: 'strong' },
  // A narrow week has no room for its name beside that of the next.
  '@container (max-width: 45rem)': { '& span:nth-child(even) > b': { display: 'none' } },
  '& span:not(:first-child)': { borderInlineStart: '1px solid {colors.line}' },
  '& [data-now]': { color: 'primary' },
})
const list = css({ display: 'block' })
/** Above the rows, without being in the way of the pointer. */
const over = css({
  position: 'absolute',
  top: '9',
  bottom: '0',
  left: NAMES,
  right: '0',
  overflow: 'hidden',
  pointerEvents: 'none',
})
const todayLine = css({ position: 'absolute', insetBlock: '0', width: '2px', background: 'primary' })
