import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useSignalEffect, type ReadonlySignal } from '@preact/signals-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { css } from '#css/css'
import { addDays, formatWeekday, type Day } from '#lib/days.ts'
import type { WorkDays } from '../../days-of.ts'
import type { BoardState } from './board.tsx'
import { BoardHead } from './board-head.tsx'
import { onBoardKey } from './board-keys.ts'
import type { BoardModel } from './board-model.ts'
import { BoardRow } from './board-row.tsx'
import { columnsOf, heightOf, HEAD, isWeekend, NAMES, topsOf, type Columns, type Line } from '../layout.ts'

const CHECKS = 24
const HEADER = HEAD + CHECKS

/** The grid of the board: people down, days across. Only the rows in view are in the page. */
export const BoardGrid = ({
  board,
  editable,
  onOpen,
  body,
}: {
  board: BoardState
  editable: boolean
  onOpen: () => void
  body: RefObject<HTMLDivElement | null>
}) => {
  const { days, model, company, checks, measures } = board
  const lines = board.lines.value
  const today = board.today.value
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(1080)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    setWidth(element.clientWidth)
    return () => watch.disconnect()
  }, [])
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
  const reveal = (line: number) => virtual.scrollToIndex(line)
  const goToCheck = (day: Day) => {
    const found = checks.peek().get(day)
    const people = new Set([
      ...(found?.double ?? []),
      ...(found?.declined ?? []),
      ...(found?.off ?? []),
      ...(found?.expired ?? []),
      ...(found?.gone ?? []),
      ...(found?.ratio ?? []).flatMap(({ trainees }) => trainees),
    ])
    const line = lines.findIndex((one) => one.kind === 'person' && people.has(one.id))
    if (line < 0) return
    reveal(line)
    model.cursor.go({ line, column: days.indexOf(day) })
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
      onKeyDown={(event) => onBoardKey(event, { model, lines, columns, editable, open: onOpen, reveal })}
    >
      <BoardHead
        board={board}
        columns={columns}
        people={lines.filter(({ kind }) => kind === 'person').length}
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
            <div key={item.key} role="row" className={groupLook} style={{ top, height: item.size }}>
              <span role="rowheader" className={groupName}>
                {line.label} <span className={groupCount}>{line.count}</span>
              </span>
            </div>
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
        <Choice model={model} columns={columns} tops={tops} />
        <LandingBox model={model} columns={columns} lines={lines} tops={tops} />
      </div>
    </div>
  )
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

/** The chosen cells. */
const Choice = ({ model, columns, tops }: { model: BoardModel; columns: Columns; tops: readonly number[] }) => {
  const block = model.cursor.block.value
  if (!block) return null
  const left = columns.edges[block.left] ?? 0
  const top = tops[block.top] ?? 0
  return (
    <div
      aria-hidden="true"
      data-choice=""
      className={choiceLook}
      style={{
        left: NAMES + left,
        width: (columns.edges[block.right + 1] ?? left) - left,
        top,
        height: (tops[block.bottom + 1] ?? top) - top,
      }}
    />
  )
}

/** Where what is dragged would land. It is moved without rendering anything. */
const LandingBox = ({
  model,
  columns,
  lines,
  tops,
}: {
  model: BoardModel
  columns: Columns
  lines: readonly Line[]
  tops: readonly number[]
}) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useSignalEffect(() => {
    const landing = model.landing.value
    const element = box.current
    if (!element) return
    const line = landing ? lines.findIndex((one) => one.kind === 'person' && one.id === landing.user_id) : -1
    element.hidden = !landing || line < 0
    if (!landing || line < 0) return
    const { days, edges } = columns
    const start = Math.max(0, days.indexOf(landing.from))
    const end = days.indexOf(landing.to)
    const last = end < 0 ? days.length - 1 : end
    const left = edges[start] ?? 0
    element.style.transform = `translate(${NAMES + left + 1}px, ${(tops[line] ?? 0) + 3}px)`
    element.style.width = `${(edges[last + 1] ?? left) - left - 2}px`
    element.toggleAttribute('data-conflict', landing.isConflict)
  })
  return <div ref={box} id={id} hidden aria-hidden="true" className={landingLook} />
}

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
const bodyLook = css({ position: 'relative' })
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
const choiceLook = css({
  position: 'absolute',
  zIndex: 1,
  border: '2px solid {colors.primary}',
  borderRadius: 'sm',
  pointerEvents: 'none',
})
const landingLook = css({
  position: 'absolute',
  left: '0',
  top: '0',
  zIndex: 1,
  height: '30px',
  background: 'primary.soft',
  border: '2px solid {colors.primary}',
  borderRadius: 'sm',
  pointerEvents: 'none',
  willChange: 'transform',
  '&[data-conflict]': { background: 'conflict.soft', borderColor: 'conflict.line' },
  '&[hidden]': { display: 'none' },
})
