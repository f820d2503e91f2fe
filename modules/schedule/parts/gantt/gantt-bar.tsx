import { memo, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { useRecord } from '#blocks/query/use-record.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { addDays, formatMonthDay, formatWeekday } from '#lib/days.ts'
import { arrow } from '#ui/drag/arrow.ts'
import { drag } from '#ui/drag/drag.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { phases } from '../../../phases/entities.ts'
import { workDaysTo } from '../../chain.ts'
import type { WorkDays } from '../../days-of.ts'
import { licenses, type PhaseBar, type ScheduleEvent } from '../../entities.ts'
import type { GanttModel, Part } from './gantt-model.ts'
import { placeIn, type Window } from './gantt-rows.ts'
import type { useShort } from '../use-short.ts'

/** What the rows of the chart share. */
export interface GanttTools {
  readonly model: GanttModel
  readonly company: ReadonlySignal<WorkDays>
  readonly view: Window
  /** The bars that lack people this week. */
  readonly short: ReturnType<typeof useShort>
  readonly editable: boolean
  /** Opens the panel of a bar beside it. */
  readonly onOpen: (id: Id, anchor: HTMLElement) => void
  /** Plans a phase without a bar between two days. */
  readonly onDraw: (phase_id: Id, project_id: Id, from: string, to: string) => void
}

/** `2 J 1 A`: how many people of each license. */
export const headsOf = (headcount: PhaseBar['headcount'] | undefined): string =>
  licenses.flatMap((one) => (headcount?.[one] ? [`${headcount[one]} ${one.charAt(0).toUpperCase()}`] : [])).join(' ')
const spokenHeads = (headcount: PhaseBar['headcount']) =>
  licenses.flatMap((one) => (headcount[one] ? [`${headcount[one]} ${one}`] : []))

/** The narrowest bar in percent of the chart that has room for text. */
const ROOM = 6

/** A phase's row of days with its bar; arrow keys move it, with Shift its end, with Ctrl its start. @useSignals */
export const GanttBar = memo(({ item, tools }: { item: ReadonlySignal<ScheduleEvent>; tools: GanttTools }) => {
  const { store } = useServices()
  const { model, view, editable, onOpen } = tools
  const bar = useRecord(item)
  if (bar.kind !== 'phase') return null
  const moved = model.place(bar.id).value
  const { start_date, end_date } = moved ?? bar
  const phase = store.of(phases).get(bar.phase_id)
  const { left, width } = placeIn(view, start_date, end_date)
  const done = bar.percent_complete
  const hidden = bar.published_at === null
  if (left >= 100)
    return (
      <span className={away} data-later="">
        {formatMonthDay(start_date)} <Icon name="chevron-right" size="sm" />
      </span>
    )
  if (left + width <= 0)
    return (
      <span className={away}>
        <Icon name={done === 100 ? 'check' : 'chevron-left'} size="sm" />
        {done === 100 ? 'Complete' : 'Ended'} {formatMonthDay(end_date)}
      </span>
    )
  const text = [done > 0 ? `${done} %` : '', headsOf(bar.headcount), bar.tentative ? 'tentative' : '']
    .filter(Boolean)
    .join(' · ')
  const label = [
    phase?.name ?? 'Phase',
    `${formatWeekday(start_date)} – ${formatWeekday(end_date)}`,
    `${done} % complete`,
    ...spokenHeads(bar.headcount),
    ...(bar.tentative ? ['tentative'] : []),
    ...(editable ? [hidden ? 'customers do not see it' : 'customers see it'] : []),
    ...(moved ? ['not saved'] : []),
  ].join(', ')
  const begin = Math.max(left, 0)
  const shown = Math.min(left + width, 100) - begin
  return (
    <>
      <button
        type="button"
        className={look}
        aria-label={label}
        data-bar={bar.id}
        data-draft={bar.draft || bar.tentative || undefined}
        data-moved={moved ? '' : undefined}
        style={
          {
            left: `${begin}%`,
            width: `${shown}%`,
            '--phase': phase?.color ?? 'gray',
            '--done': `${Math.min(100, Math.max(0, (((width * done) / 100 + left - begin) / shown) * 100))}%`,
          } as CSSProperties
        }
        onClick={(event) => onOpen(bar.id, event.currentTarget)}
        {...(editable && {
          onKeyDown: (event: KeyboardEvent) => byKey(event, bar.id, model),
          onPointerDown: (event: PointerEvent<HTMLElement>) => dragBar(event, bar, tools),
        })}
      >
        {editable && <i data-part="start" className={end} />}
        {shown >= ROOM && <span className={words}>{text}</span>}
        {editable && <i data-part="end" className={end} />}
      </button>
      {shown < ROOM && (
        <span className={beside} style={{ left: `${Math.min(begin + shown, 100)}%` }}>
          {text}
        </span>
      )}
    </>
  )
})

function byKey(event: KeyboardEvent, id: Id, model: GanttModel): void {
  const [days] = arrow(event.key) ?? [0]
  const isPending = model.pending.peek()?.id === id
  if (days && !event.altKey) {
    event.preventDefault()
    model.step(id, event.shiftKey ? 'end' : event.ctrlKey || event.metaKey ? 'start' : 'move', days)
  } else if (event.key === 'Escape' && isPending) model.cancel()
  else if (event.key === 'Enter' && isPending) {
    event.preventDefault()
    void model.save()
  }
}

/** Drags a bar or one of its ends with a mouse or pen; fingers scroll, and open the bar. */
function dragBar(event: PointerEvent<HTMLElement>, bar: PhaseBar, { model, company, view }: GanttTools): void {
  const pixels = (event.currentTarget.parentElement?.clientWidth ?? 1) / view.days
  const touched = event.target instanceof HTMLElement ? event.target.dataset.part : undefined
  const part: Part = touched === 'start' || touched === 'end' ? touched : 'move'
  const from = part === 'end' ? bar.end_date : bar.start_date
  let moved: number | null = null
  drag(event.currentTarget, event, {
    finger: 'never',
    move({ clientX }) {
      const days = Math.round((clientX - event.clientX) / pixels)
      if (days === moved) return
      moved = days
      model.drag(bar.id, part, workDaysTo(from, addDays(from, days), company.peek()))
    },
    end: () => void model.drop(),
    cancel: () => model.cancel(),
  })
}

const ground = 'color-mix(in srgb, var(--phase) 26%, {colors.card})'
const full = 'color-mix(in srgb, var(--phase) 52%, {colors.card})'
const look = css({
  position: 'absolute',
  top: '1.5',
  height: '1.375rem',
  display: 'flex',
  alignItems: 'center',
  minWidth: '2',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  fontSize: 'xs',
  fontWeight: 'strong',
  color: 'ink',
  background: `linear-gradient(90deg, ${full} var(--done), ${ground} var(--done))`,
  borderRadius: 'sm',
  cursor: 'pointer',
  userSelect: 'none',
  touchAction: 'pan-x pan-y',
  '&[data-draft]': {
    background: `linear-gradient(90deg, ${full} var(--done), transparent var(--done)), repeating-linear-gradient(135deg, ${ground} 0 5px, {colors.card} 5px 9px)`,
    boxShadow: 'inset 0 0 0 1px var(--phase)',
  },
  '&[data-moved]': { boxShadow: 'inset 0 0 0 2px {colors.primary}', zIndex: '1' },
  _hover: { filter: 'brightness(0.97)' },
})
const words = css({
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  paddingInline: '1',
  borderRadius: 'xs',
  pointerEvents: 'none',
  '[data-draft] > &': { background: 'card' },
})
const end = css({
  flex: 'none',
  alignSelf: 'stretch',
  width: '1.5',
  cursor: 'ew-resize',
  '&:last-child': { marginInlineStart: 'auto' },
})
const away = css({
  position: 'absolute',
  top: '0',
  height: 'full',
  left: '2',
  row: '1',
  fontSize: 'xs',
  color: 'muted',
  '&[data-later]': { left: 'auto', right: '2' },
})
const beside = css({
  position: 'absolute',
  top: '0',
  height: 'full',
  display: 'flex',
  alignItems: 'center',
  paddingInlineStart: '1.5',
  fontSize: 'xs',
  color: 'muted',
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
})
