import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useLocation } from 'wouter'
import { css } from '#css/css'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { addDays, formatMonth, startOfWeek, type Day } from '#lib/days.ts'
import { drag, type DragPoint } from '#ui/drag/drag.ts'
import { projects } from '../../../projects/entities.ts'
import { EventDialog } from '../../dialogs/event-dialog.tsx'
import { scheduleEvents, type ScheduleEvent } from '../../entities.ts'
import { plans } from '../../guards.ts'
import { DayPanel } from './day-panel.tsx'
import { monthOf, nextDay } from './month-of.ts'
import { MonthWeek } from './month-week.tsx'
import { hrefOf, type Place } from '../place.ts'
import { ScheduleFrame } from '../schedule-frame.tsx'
import { useCompanyDays } from '../use-company-days.ts'

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Phases and calendar events by week, and the crews of the chosen day. @useSignals */
export default function MonthView({ place }: { place: Place }) {
  const { session, settings, today } = useServices()
  const start = settings.value.week_start
  const first = `${place.day.slice(0, 7)}-01`
  const from = startOfWeek(first, start)
  const last = addDays(startOfWeek(lastOf(first), start), 6)
  const { items, state, failure, ask } = useQuery(scheduleEvents, { filters: { from, to: last } })
  useQuery(projects, { filters: { status: 'all' } })
  const company = useCompanyDays(from, last, items)
  const [dialog, setDialog] = useState<{ record: ScheduleEvent } | { from: Day; to: Day } | null>(null)
  const [, navigate] = useLocation()
  const grid = useRef<HTMLDivElement>(null)
  const isByKey = useRef(false)
  const { day } = place
  const editable = plans(session.user.value)
  const drawing = useDrawing((begin, end) => setDialog({ from: begin, to: end }))
  const choose = (next: Day) => navigate(hrefOf({ ...place, day: next }), { replace: true })
  function onKey(event: KeyboardEvent) {
    const next = nextDay(event.key, day, start)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    isByKey.current = true
    choose(next)
  }
  // The focus follows the chosen day, into another month once that is there.
  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>('[role=gridcell][aria-selected=true]')
    if (!isByKey.current || !cell) return
    isByKey.current = false
    cell.focus()
  })
  const events = useRecords(items)
  const weeks = useMemo(() => monthOf(events, from, last, company.value), [events, from, last, company.value])
  const order = start === 'monday' ? [...names.slice(1), 'Sun'] : names
  return (
    <ScheduleFrame
      place={{ ...place, mode: 'month' }}
      sub={formatMonth(first)}
      step={(direction) => (direction > 0 ? addDays(lastOf(first), 1) : addDays(first, -1))}
    >
      {state.value === 'never' ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : (
        <div className={frame}>
          <div ref={grid} className={gridLook} role="grid" aria-label={formatMonth(first)}>
            <div role="row" className={head}>
              {order.map((name) => (
                <span key={name} role="columnheader">
                  {name}
                </span>
              ))}
            </div>
            {weeks.map((week) => (
              <MonthWeek
                key={week.days[0]?.date}
                week={week}
                month={first.slice(0, 7)}
                today={today.value}
                chosen={day}
                drawn={drawing.drawn}
                onChoose={choose}
                onOpen={(record) => editable && setDialog({ record })}
                onDraw={editable ? (begin, end) => setDialog({ from: begin, to: end }) : null}
                onPress={drawing.press}
                onKey={onKey}
              />
            ))}
          </div>
          <DayPanel day={day} today={today.value} events={events} company={company.value} />
        </div>
      )}
      {dialog && 'record' in dialog && <EventDialog record={dialog.record} onClose={() => setDialog(null)} />}
      {dialog && 'from' in dialog && (
        <EventDialog
          initial={{ kind: 'calendar', start_date: dialog.from, end_date: dialog.to }}
          onClose={() => setDialog(null)}
        />
      )}
    </ScheduleFrame>
  )
}

/** The day of the month under the pointer. */
const dayAt = ({ clientX, clientY }: DragPoint): Day | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-date]')?.dataset.date

/** Days that are drawn over with a mouse or pen; Escape draws nothing. */
function useDrawing(onDrawn: (from: Day, to: Day) => void) {
  const [drawn, setDrawn] = useState<readonly [Day, Day] | null>(null)
  function press(event: PointerEvent<HTMLElement>) {
    const begun = dayAt(event)
    if (begun === undefined) return
    let days: readonly [Day, Day] = [begun, begun]
    drag(event.currentTarget, event, {
      finger: 'never',
      move(at) {
        const day = dayAt(at)
        if (day !== undefined) days = day < begun ? [day, begun] : [begun, day]
        setDrawn(days)
      },
      end() {
        setDrawn(null)
        if (days[0] !== days[1]) onDrawn(...days)
      },
      cancel: () => setDrawn(null),
    })
  }
  return { drawn, press }
}

const lastOf = (first: Day): Day => addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)

const frame = css({
  stack: '3.5',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 19.75rem' },
  alignItems: 'start',
})
const gridLook = css({ layerStyle: 'card', overflow: 'hidden' })
const head = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  borderBottom: '1px solid {colors.line}',
  '& span': { paddingBlock: '1.5', paddingInline: '2', fontSize: 'sm', fontWeight: 'strong', color: 'muted' },
})
