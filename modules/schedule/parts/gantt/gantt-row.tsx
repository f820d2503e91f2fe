import { memo, useState, type CSSProperties, type PointerEvent } from 'react'
import { useComputed, type ReadonlySignal } from '@preact/signals-react'
import { css, cx } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useRecord } from '#blocks/query/use-record.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { addDays, formatMonthDay } from '#lib/days.ts'
import { IconButton } from '#ui/button/button.tsx'
import { drag, type DragPoint } from '#ui/drag/drag.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { phases } from '../../../phases/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { scheduleEvents, type PhaseBar, type ScheduleEvent } from '../../entities.ts'
import { GanttBar, headsOf, type GanttTools } from './gantt-bar.tsx'
import { placeIn, summaryOf, type Window } from './gantt-rows.ts'

/** A project over its phases, with how much of them is done. @useSignals */
export const ProjectRow = memo(
  ({
    id,
    bars,
    view,
    open,
    onToggle,
  }: {
    id: Id
    bars: ReadonlySignal<readonly PhaseBar[]>
    view: Window
    open: boolean
    onToggle: (id: Id) => void
  }) => {
    const { store } = useServices()
    const project = store.of(projects).get(id)
    // As text, so that it is painted again only when it reads differently.
    const summary = useComputed(() =>
      JSON.stringify(summaryOf(bars.value.filter(({ project_id }) => project_id === id))),
    ).value
    const known: ReturnType<typeof summaryOf> = JSON.parse(summary)
    const place = known && placeIn(view, known.from, known.to)
    return (
      <li className={cx(line, jobLine)}>
        <div className={names}>
          <button type="button" className={job} aria-expanded={open} onClick={() => onToggle(id)}>
            <Icon name={open ? 'chevron-down' : 'chevron-right'} size="sm" />
            <span>{project?.number}</span> <b>{project?.name}</b>
          </button>
          {known && <em>{known.percent} %</em>}
        </div>
        <div className={lane}>
          {place && <i className={span} style={{ left: `${place.left}%`, width: `${place.width}%` }} />}
        </div>
      </li>
    )
  },
)

/** @useSignals */
export const BarRow = memo(
  ({ item, tools, indent }: { item: ReadonlySignal<ScheduleEvent>; tools: GanttTools; indent: boolean }) => {
    const { store } = useServices()
    const bar = useRecord(item)
    const missing = useComputed(() => headsOf(tools.short.value?.find(({ id }) => id === item.value.id)?.missing)).value
    if (bar.kind !== 'phase') return null
    const phase = store.of(phases).get(bar.phase_id)
    return (
      <li className={line}>
        <div className={names} data-indent={indent || undefined}>
          <i className={dot} style={{ background: phase?.color }} />
          <span className={phaseName}>{phase?.name}</span>
          {missing && (
            <strong className={lacking} title="This week">
              {missing} missing
            </strong>
          )}
          <small>
            {formatMonthDay(bar.start_date)} – {formatMonthDay(bar.end_date)}
          </small>
          {tools.editable && <Eye bar={bar} name={phase?.name ?? 'phase'} />}
        </div>
        <div className={lane} style={weeksOf(tools.view)}>
          <GanttBar item={item} tools={tools} />
        </div>
      </li>
    )
  },
)

const weeksOf = ({ days }: Window) => ({ '--weeks': days / 7 }) as CSSProperties

/** Shows a bar to customers, or hides it. */
const Eye = ({ bar, name }: { bar: PhaseBar; name: string }) => {
  const { busy, toggle } = usePublishing(bar)
  const isShown = bar.published_at !== null
  return (
    <IconButton
      size="sm"
      variant="ghost"
      icon={isShown ? 'eye' : 'eye-off'}
      aria-label={isShown ? `Customers see ${name}` : `Customers do not see ${name}`}
      aria-pressed={isShown}
      loading={busy}
      onClick={() => void toggle()}
    />
  )
}

/** Publishes a bar for customers, or takes that back. */
export function usePublishing({ id, published_at }: Pick<PhaseBar, 'id' | 'published_at'>) {
  const { api } = useServices()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async toggle() {
      setBusy(true)
      const resource = api(scheduleEvents)
      const result =
        published_at === null
          ? await resource.actOnAll('publish', { ids: [id] })
          : await resource.act(id, 'unpublish', {}, { online: true })
      setBusy(false)
      if (!result.ok) toastFailure(result)
    },
  }
}

/** A phase of the project that has no bar yet: one is drawn by dragging over its days. @useSignals */
export const PhaseRow = memo(({ phase_id, project_id, tools }: { phase_id: Id; project_id: Id; tools: GanttTools }) => {
  const { store, today } = useServices()
  const phase = store.of(phases).get(phase_id)
  const { editable, onDraw, view } = tools
  const [drawn, setDrawn] = useState<readonly [first: number, last: number] | null>(null)
  function draw(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const dayAt = ({ clientX }: DragPoint) =>
      Math.min(view.days - 1, Math.max(0, Math.floor(((clientX - left) / width) * view.days)))
    const begun = dayAt(event)
    const daysTo = (at: DragPoint) => {
      const day = dayAt(at)
      return [Math.min(begun, day), Math.max(begun, day)] as const
    }
    drag(event.currentTarget, event, {
      finger: 'never',
      move: (at) => setDrawn(daysTo(at)),
      end(at) {
        const [first, last] = daysTo(at)
        if (first !== last) onDraw(phase_id, project_id, addDays(view.from, first), addDays(view.from, last))
        setDrawn(null)
      },
      cancel: () => setDrawn(null),
    })
  }
  const usual = (phase?.default_days ?? 10) - 1
  return (
    <li className={line}>
      <div className={names}>
        <i className={dot} style={{ background: phase?.color }} />
        <span className={phaseName}>{phase?.name}</span>
        {editable ? (
          <button
            type="button"
            className={add}
            aria-label={`Schedule ${phase?.name ?? 'phase'}`}
            onClick={() => onDraw(phase_id, project_id, today.peek(), addDays(today.peek(), Math.max(0, usual)))}
          >
            Schedule
          </button>
        ) : (
          <small>no dates</small>
        )}
      </div>
      <div
        className={lane}
        style={weeksOf(view)}
        data-open={editable || undefined}
        onPointerDown={editable ? draw : undefined}
      >
        {drawn && (
          <i
            className={ghost}
            style={{
              left: `${(drawn[0] / view.days) * 100}%`,
              width: `${((drawn[1] - drawn[0] + 1) / view.days) * 100}%`,
            }}
          />
        )}
      </div>
    </li>
  )
})

/** The height of a row, in rem; what waits for what is drawn over the rows by it. */
export const ROW = 2.125
const line = css({
  display: 'grid',
  gridTemplateColumns: 'var(--names) minmax(0, 1fr)',
  height: '2.125rem',
  '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' },
})
const jobLine = css({ background: 'soft', '& > div:first-child': { background: 'soft' } })
const names = css({
  position: 'sticky',
  left: '0',
  zIndex: '2',
  row: '2',
  minWidth: '0',
  paddingInline: '3',
  fontSize: 'sm',
  background: 'card',
  borderInlineEnd: '1px solid {colors.line}',
  '&[data-indent]': { paddingInlineStart: { base: '4', md: '8' } },
  '& small': { display: { base: 'none', md: 'inline' }, fontSize: 'xs', color: 'muted', whiteSpace: 'nowrap' },
  '& em': { marginInlineStart: 'auto', fontStyle: 'normal', fontWeight: 'strong', color: 'muted' },
})
const job = css({
  row: '2',
  flex: '1',
  height: 'full',
  minWidth: '0',
  textAlign: 'start',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '& span': { color: 'muted', fontWeight: 'strong' },
  '& b': { minWidth: '0', fontWeight: 'section', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& svg': { flex: 'none', color: 'muted' },
})
const dot = css({ flex: 'none', boxSize: '2', borderRadius: 'xs' })
const lacking = css({ fontSize: 'xs', fontWeight: 'strong', color: 'conflict', whiteSpace: 'nowrap' })
const phaseName = css({
  flex: '1',
  minWidth: '0',
  truncate: true,
})
const lane = css({
  position: 'relative',
  minWidth: '0',
  overflow: 'hidden',
  backgroundImage: 'linear-gradient(90deg, {colors.line} 1px, transparent 1px)',
  backgroundSize: 'calc(100% / var(--weeks, 16)) 100%',
  '&[data-open]': { cursor: 'crosshair' },
})
const span = css({
  position: 'absolute',
  top: 'calc(50% - 3px)',
  height: '6px',
  background: 'faint',
  opacity: 0.6,
  borderRadius: 'full',
})
const ghost = css({
  position: 'absolute',
  top: '1.5',
  height: '1.375rem',
  background: 'primary.soft',
  border: '1px dashed {colors.primary}',
  borderRadius: 'sm',
})
const add = css({
  minHeight: { base: '6', _coarse: 'touch' },
  paddingInline: '2',
  fontSize: 'xs',
  fontWeight: 'strong',
  color: 'primary',
  borderRadius: 'sm',
  cursor: 'pointer',
  _hover: { background: 'primary.soft' },
})
