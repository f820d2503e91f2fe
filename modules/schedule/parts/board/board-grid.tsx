import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { css } from '#css/css'
import { addDays, formatWeekday, type Day } from '#lib/days.ts'
import type { WorkDays } from '../../days-of.ts'
import type { BoardState } from './board.tsx'
import { arrow } from '#ui/drag/arrow.ts'
import type { Spot } from './board-cursor.ts'
import { BoardHead } from './board-head.tsx'
import { onBoardKey } from './board-keys.ts'
import { BoardRow } from './board-row.tsx'
import { Choice, LandingBox } from '../cell/marked.tsx'
import { peopleOf } from './checks.ts'
import { columnsOf, heightOf, HEAD, isWeekend, NAMES, scaled, topsOf, type Columns, type Line } from '../layout.ts'

const CHECKS = scaled(24)
const HEADER = HEAD + CHECKS

/** The grid of the board: people down, days across. Only the rows in view are in the page. */
export const BoardGrid = ({
  board,
  editable,
  body,
}: {
  board: BoardState
  editable: boolean
  body: RefObject<HTMLDivElement | null>
}) => {
  const { days, model, company, checks, measures, opening } = board
  const lines = board.lines.value
  const today = board.today.value
  const scroller = useRef<HTMLDivElement>(null)
  const extended = useRef(false)
  const width = useWidthOf(scroller)
  const columns = useMemo(() => columnsOf(days, width), [days, width])
  const tops = useMemo(() => topsOf(lines), [lines])
  useEffect(() => void (measures.value = { columns, tops }), [measures, columns, tops])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => heightOf(lines[at]),
    overscan: 6,
    scrollMargin: HEADER,
    scrollPaddingStart: HEADER,
    getItemKey: (at) => lines[at]?.key ?? at,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, lines])
  const first = days[0] ?? today
  const weeks = useMemo(() => [first, addDays(first, 7), addDays(first, 14)] as const, [first])
  const total = NAMES + (columns.edges.at(-1) ?? 0)
  const reveal = (spot: Spot) => {
    virtual.scrollToIndex(spot.line)
    if (scroller.current) revealColumn(scroller.current, columns, spot.column)
  }
  /** The menu of the chosen cells, below them. */
  const openMenu = () => {
    const box = body.current?.querySelector('[data-choice]')?.getBoundingClientRect()
    if (box && editable) opening.menu({ x: box.left, y: box.bottom })
  }
  const goToCheck = (day: Day) => {
    const people = peopleOf(checks.peek().get(day))
    const line = lines.findIndex((one) => one.kind === 'person' && people.has(one.id))
    if (line < 0) return
    const spot = { line, column: days.indexOf(day) }
    reveal(spot)
    model.cursor.go(spot)
    scroller.current?.focus()
  }
  // The same for as long as the board is there, so that a day's check renders only for what it says.
  const latest = useRef(goToCheck)
  useLayoutEffect(() => void (latest.current = goToCheck))
  const onCheck = useCallback((day: Day) => latest.current(day), [])
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={`Crew board, ${formatWeekday(first)} to ${formatWeekday(days.at(-1) ?? first)}`}
      aria-rowcount={lines.length + 1}
      aria-colcount={days.length + 1}
      aria-multiselectable
      tabIndex={0}
      className={scrollerLook}
      onKeyDown={(event) => {
        extended.current ||= event.shiftKey && arrow(event.key) !== null
        const open = () => editable && opening.here()
        onBoardKey(event, { model, lines, columns, editable, open, menu: openMenu, reveal })
      }}
      // Days that were chosen by Shift and arrows have their menu as soon as Shift is let go.
      onKeyUp={({ key }) => {
        if (key !== 'Shift' || !extended.current) return
        extended.current = false
        openMenu()
      }}
      onContextMenu={(event) => event.target === event.currentTarget && event.preventDefault()}
    >
      <BoardHead
        board={board}
        columns={columns}
        people={new Set(lines.flatMap((line) => (line.kind === 'person' ? [line.id] : [])))}
        onCheck={onCheck}
      />
      <div
        ref={body}
        data-cells=""
        role="rowgroup"
        className={bodyLook}
        style={{ height: tops.at(-1) ?? 0, width: total }}
      >
        <Ground columns={columns} days={days} today={today} company={company} />
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index]
          const top = item.start - HEADER
          if (!line) return null
          return line.kind === 'group' ? (
            <Heading key={item.key} line={line} top={top} height={item.size} />
          ) : (
            <BoardRow
              key={item.key}
              board={board}
              person={line.id}
              top={top}
              line={item.index}
              columns={columns}
              weeks={weeks}
            />
          )
        })}
        {lines.length === 0 && <Nobody />}
        <Choice model={model} columns={columns} tops={tops} />
        <LandingBox model={model} columns={columns} lines={lines} tops={tops} />
      </div>
    </div>
  )
}

function revealColumn(scroller: HTMLElement, { edges }: Columns, column: number): void {
  const [left, right] = [edges[column] ?? 0, (edges[column + 1] ?? 0) + NAMES]
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (right > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = right - scroller.clientWidth
}

const Heading = ({ line, ...place }: { line: Line & { kind: 'group' }; top: number; height: number }) => (
  <div role="row" className={groupLook} style={place}>
    <span role="rowheader" className={groupName}>
      {line.label} <span className={groupCount}>{line.count}</span>
    </span>
  </div>
)

const Nobody = () => (
  <div role="row" className={css({ position: 'sticky', left: '0', width: 'fit-content', padding: '4' })}>
    <span role="gridcell" className={css({ color: 'muted' })}>
      Nobody here is what you look for. Take a filter away, or search for something else.
    </span>
  </div>
)

/** How wide an element is inside, also after it has changed. */
function useWidthOf(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1080)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    setWidth(element.clientWidth)
    return () => watch.disconnect()
  }, [ref])
  return width
}

/** Weekends, days off and today, behind all rows. */
const Ground = ({
  columns,
  days,
  today,
  company,
}: {
  columns: Columns
  days: readonly Day[]
  today: Day
  company: ReadonlySignal<WorkDays>
}) => (
  <div aria-hidden="true" className={groundLook} style={{ left: NAMES }}>
    {days.map((day, at) => (
      <span
        key={day}
        className={columnLook}
        data-off={isWeekend(day) || company.value.off.has(day) || undefined}
        data-today={day === today || undefined}
        style={{ left: columns.edges[at], width: (columns.edges[at + 1] ?? 0) - (columns.edges[at] ?? 0) }}
      />
    ))}
  </div>
)

const scrollerLook = css({
  position: 'relative',
  flex: '1',
  minWidth: '0',
  minHeight: '0',
  overflow: 'auto',
  layerStyle: 'card',
  overscrollBehavior: 'contain',
  _focusVisible: { outline: '2px solid {colors.primary}', outlineOffset: '1px' },
})
const bodyLook = css({
  position: 'relative',
  touchAction: 'pan-x pan-y',
  userSelect: 'none',
  WebkitTouchCallout: 'none',
})
const groundLook = css({ position: 'absolute', insetBlock: '0', right: '0', pointerEvents: 'none' })
const columnLook = css({
  position: 'absolute',
  insetBlock: '0',
  borderInlineEnd: '1px solid {colors.line}',
  '&[data-off]': { background: 'soft' },
  '&[data-today]': { background: 'primary.soft' },
})
const groupLook = css({
  position: 'absolute',
  left: '0',
  right: '0',
  background: 'paper',
  borderBottom: '1px solid {colors.line}',
})
const groupName = css({
  position: 'sticky',
  left: '0',
  display: 'inline-block',
  paddingInline: '3',
  lineHeight: '24px',
  fontSize: 'xs',
  fontWeight: 'strong',
  color: 'muted',
})
const groupCount = css({ fontWeight: 'regular', marginInlineStart: '1' })
