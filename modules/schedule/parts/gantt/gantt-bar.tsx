import { memo, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { addDays, formatMonthDay, formatWeekday } from '#lib/days.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { phases } from '../../../phases/entities.ts'
import { workDaysTo } from '../../chain.ts'
import type { WorkDays } from '../../days-of.ts'
import { licences, type PhaseBar, type ScheduleEvent } from '../../entities.ts'
import type { GanttModel, Part } from './gantt-model.ts'
import { placeIn, type Window } from './gantt-rows.ts'

/** What the rows of the chart share. */
export interface GanttTools {
  readonly model: GanttModel
  readonly company: ReadonlySignal<WorkDays>
  readonly view: Window
  readonly editable: boolean
  /** Opens the panel of a bar beside it. */
  readonly onOpen: (id: Id, anchor: HTMLElement) => void
  /** Plans a phase without a bar between two days. */
  readonly onDraw: (phase_id: Id, project_id: Id, from: string, to: string) => void
}

/** `2 J 1 A`: how many people of each licence. */
export const headsOf = (headcount: PhaseBar['headcount']): string =>
  licences.flatMap((one) => (headcount[one] ? [`${headcount[one]} ${one.charAt(0).toUpperCase()}`] : [])).join(' ')
const spokenHeads = (headcount: PhaseBar['headcount']) =>
  licences.flatMap((one) => (headcount[one] ? [`${headcount[one]} ${one}`] : []))

/** Pixels the pointer moves before it drags. */
const SLACK = 4
/** The narrowest bar in percent of the chart that has room for text. */
const ROOM = 6

/** A phase's row of days with its bar; arrow keys move it, with Shift its end, with Ctrl its start. @useSignals */
export const GanttBar = memo(({ item, tools }: { item: ReadonlySignal<ScheduleEvent>; tools: GanttTools }) => {
  const { store } = useServices()
  const { model, view, editable, onOpen } = tools
  const drag = useDrag(tools)
  const bar = item.value
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
        onClick={(event) => {
          if (!drag.ended()) onOpen(bar.id, event.currentTarget)
        }}
        {...(editable && {
          onKeyDown: (event: KeyboardEvent) => byKey(event, bar.id, model),
          onPointerDown: (event: PointerEvent<HTMLElement>) => drag.down(event, bar),
          onPointerMove: drag.move,
          onPointerUp: drag.up,
          onPointerCancel: drag.cancel,
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
  const days = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
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
function useDrag({ model, company, view }: GanttTools) {
  const held = useRef<{ x: number; pixels: number; part: Part; bar: PhaseBar; days: number | null } | null>(null)
  const isDragged = useRef(false)
  return {
    /** Whether a drag ended in the press that is about to count as a click. */
    ended: () => isDragged.current,
    down(event: PointerEvent<HTMLElement>, bar: PhaseBar) {
      isDragged.current = false
      if (event.button !== 0 || event.pointerType === 'touch') return
      const lane = event.currentTarget.parentElement
      const part = event.target instanceof HTMLElement ? event.target.dataset.part : undefined
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = {
        x: event.clientX,
        pixels: (lane?.clientWidth ?? 1) / view.days,
        part: part === 'start' || part === 'end' ? part : 'move',
        bar,
        days: null,
      }
    },
    move(event: PointerEvent) {
      const now = held.current
      if (!now) return
      const by = event.clientX - now.x
      if (!isDragged.current && Math.abs(by) < SLACK) return
      isDragged.current = true
      const days = Math.round(by / now.pixels)
      if (days === now.days) return
      now.days = days
      const from = now.part === 'end' ? now.bar.end_date : now.bar.start_date
      model.drag(now.bar.id, now.part, workDaysTo(from, addDays(from, days), company.peek()))
    },
    up() {
      if (held.current && isDragged.current) void model.drop()
      held.current = null
    },
    cancel() {
      if (held.current && isDragged.current) model.cancel()
      held.current = null
    },
  }
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
  display: 'flex',
  alignItems: 'center',
  gap: '1',
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
