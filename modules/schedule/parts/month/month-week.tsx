import type { KeyboardEvent, PointerEvent } from 'react'
import { css, cx } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { formatWeekday, timeIn, type Day } from '#lib/days.ts'
import { deviceZone, formatTime } from '#lib/moments.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { phases } from '../../../phases/entities.ts'
import { projects } from '../../../projects/entities.ts'
import type { CalendarEvent, PhaseBar, ScheduleEvent } from '../../entities.ts'
import { chip, hueOf } from '../board-look.ts'
import { eventIcons } from '../event-line.tsx'
import { isWeekend } from '../layout.ts'
import type { Week } from './month-of.ts'

/** In units of the letters, so that a bar is as high as large ones need. */
const LANE = 21 / 16
const TOP = 26 / 16

/** A week of the month. Dragging over days, also of other weeks, begins a calendar event. @useSignals */
export const MonthWeek = ({
  week,
  month,
  today,
  chosen,
  drawn,
  onChoose,
  onOpen,
  onDraw,
  onPress,
  onKey,
}: {
  week: Week
  month: string
  today: Day
  chosen: Day
  /** The days that are being drawn over, first and last. */
  drawn: readonly [Day, Day] | null
  onChoose: (day: Day) => void
  onOpen: (event: ScheduleEvent) => void
  /** Null for those who do not plan. */
  onDraw: ((from: Day, to: Day) => void) | null
  /** The pointer is pressed on a day, from which others may be drawn over. */
  onPress: (event: PointerEvent<HTMLElement>) => void
  onKey: (event: KeyboardEvent) => void
}) => {
  return (
    <div role="row" className={weekLook}>
      {week.days.map(({ date, events, working, off }) => (
        <div
          key={date}
          role="gridcell"
          tabIndex={date === chosen ? 0 : -1}
          aria-selected={date === chosen}
          aria-label={formatWeekday(date)}
          className={dayLook}
          data-off={isWeekend(date) || off !== null || undefined}
          data-chosen={date === chosen || undefined}
          data-drawn={(drawn && date >= drawn[0] && date <= drawn[1]) || undefined}
          data-outside={date.slice(0, 7) !== month || undefined}
          style={{ paddingTop: `${TOP + week.lanes * LANE}rem` }}
          data-date={date}
          onPointerDown={(event) => event.target === event.currentTarget && onDraw && onPress(event)}
          onClick={(event) => event.target === event.currentTarget && onChoose(date)}
          onDoubleClick={(event) => event.target === event.currentTarget && onDraw?.(date, date)}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget) return
            if (event.key === 'Enter') onDraw?.(date, date)
            else onKey(event)
          }}
        >
          <span className={numberLook} data-today={date === today || undefined}>
            {Number(date.slice(8))}
          </span>
          {working > 0 && (
            <span className={countLook} title="People on a job">
              {working}
            </span>
          )}
          {off !== null && <span className={offLook}>{off}</span>}
          {events.map((event) => (
            <EventChip key={event.id} event={event} onOpen={() => onOpen(event)} />
          ))}
        </div>
      ))}
      {week.bars.map(({ bar, column, span, lane }) => (
        <BarChip key={bar.id} {...{ bar, column, span }} top={`${TOP + lane * LANE}rem`} onOpen={() => onOpen(bar)} />
      ))}
    </div>
  )
}

/** @useSignals */
const EventChip = ({ event, onOpen }: { event: CalendarEvent; onOpen: () => void }) => {
  const { settings } = useServices()
  const zone = settings.value.time_zone ?? deviceZone
  const time = event.starts_at === null ? '' : formatTime(timeIn(zone, new Date(event.starts_at)))
  return (
    <button type="button" className={eventLook} onClick={onOpen}>
      <Icon name={eventIcons[event.type]} size="sm" />
      <span>
        {event.title} {time}
      </span>
    </button>
  )
}

/** @useSignals */
const BarChip = ({
  bar,
  column,
  span,
  top,
  onOpen,
}: {
  bar: PhaseBar
  column: number
  span: number
  top: string
  onOpen: () => void
}) => {
  const { store } = useServices()
  const project = store.of(projects).get(bar.project_id ?? 0)
  const phase = store.of(phases).get(bar.phase_id)
  const { journeyman, apprentice, laborer } = bar.headcount
  const heads = [
    [journeyman, 'J'],
    [apprentice, 'A'],
    [laborer, 'L'],
  ].flatMap(([count, letter]) => (count ? [`${count} ${letter}`] : []))
  return (
    <div
      role="gridcell"
      aria-label={[project?.name, phase?.name].filter(Boolean).join(', ')}
      className={barPlace}
      style={{ top, left: `calc(${(column * 100) / 7}% + 2px)`, width: `calc(${(span * 100) / 7}% - 4px)` }}
    >
      <button
        type="button"
        className={cx(chip(), barLook, hueOf(project?.color, project?.id))}
        data-draft={bar.draft || undefined}
        onClick={onOpen}
      >
        <b>
          {project?.number} {project?.name}
        </b>
        <em>{[phase?.name, ...heads].filter(Boolean).join(' · ')}</em>
      </button>
    </div>
  )
}

const weekLook = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  minHeight: { base: '4.5rem', md: '8rem' },
  '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' },
})
const dayLook = css({
  position: 'relative',
  minWidth: '0',
  paddingBottom: '1',
  userSelect: 'none',
  '&:not(:nth-child(7))': { borderInlineEnd: '1px solid {colors.line}' },
  '&[data-off]': { background: 'soft' },
  '&[data-chosen]': { boxShadow: 'inset 0 0 0 2px {colors.primary}' },
  '&[data-drawn]': { background: 'primary.soft' },
  '&[data-outside]': { color: 'muted' },
})
const numberLook = css({
  position: 'absolute',
  top: '1',
  left: '1',
  minWidth: '6',
  paddingInline: '1',
  fontSize: 'sm',
  fontWeight: 'section',
  borderRadius: 'sm',
  pointerEvents: 'none',
  '&[data-today]': { color: 'primary.ink', background: 'primary', textAlign: 'center' },
})
const countLook = css({
  position: 'absolute',
  top: '1',
  right: '2',
  fontSize: 'xs',
  color: 'muted',
  pointerEvents: 'none',
})
const offLook = css({
  display: 'block',
  paddingInline: '2',
  fontSize: 'xs',
  fontWeight: 'strong',
  color: 'muted',
  pointerEvents: 'none',
})
const eventLook = css({
  row: '1',
  width: 'full',
  paddingInline: '1.5',
  fontSize: 'xs',
  textAlign: 'start',
  cursor: 'pointer',
  '& svg': { color: 'muted' },
  '& span': { minWidth: '0', truncate: true },
})
const barPlace = css({ position: 'absolute', height: '1.1875rem' })
const barLook = css({
  height: 'full!',
  width: 'full',
  left: '0',
  top: '0',
  cursor: 'pointer',
  '& em': { marginInlineStart: 'auto', color: 'muted' },
})
