import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { useRecord } from '#blocks/query/use-record.ts'
import type { Id } from '#core/access/access.ts'
import type { ScheduleEvent } from '../../entities.ts'
import type { GanttModel } from './gantt-model.ts'
import { ROW } from './gantt-row.tsx'
import { placeIn, type GanttRow, type Window } from './gantt-rows.ts'

type Item = ReadonlySignal<ScheduleEvent>

/** What waits for what: a line from the end of each bar to the start of those that wait for it. @useSignals */
export const GanttLinks = ({
  rows,
  byId,
  model,
  view,
}: {
  rows: readonly GanttRow[]
  byId: ReadonlySignal<ReadonlyMap<Id, Item>>
  model: GanttModel
  view: Window
}) => {
  const lines = new Map(rows.flatMap((row, at) => (row.kind === 'bar' ? [[row.id, at] as const] : [])))
  return (
    <>
      {[...lines].map(([id, line]) => {
        const item = byId.value.get(id)
        return item ? (
          <LinkTo key={id} item={item} byId={byId} line={line} lines={lines} model={model} view={view} />
        ) : null
      })}
    </>
  )
}

/** The line to a bar from the one it waits for, if both are shown. @useSignals */
const LinkTo = memo(
  ({
    item,
    byId,
    line,
    lines,
    model,
    view,
  }: {
    item: Item
    byId: ReadonlySignal<ReadonlyMap<Id, Item>>
    line: number
    lines: ReadonlyMap<Id, number>
    model: GanttModel
    view: Window
  }) => {
    const bar = useRecord(item)
    const before = bar.kind === 'phase' && bar.blocked_by_id !== null ? byId.value.get(bar.blocked_by_id)?.value : null
    const above = before ? lines.get(before.id) : undefined
    if (bar.kind !== 'phase' || before?.kind !== 'phase' || above === undefined) return null
    const to = placeIn(view, model.place(bar.id).value?.start_date ?? bar.start_date, bar.end_date).left
    const shown = model.place(before.id).value ?? before
    const { left, width } = placeIn(view, shown.start_date, shown.end_date)
    const from = left + width
    // A bar is 22 of its row's 34 px high; the line runs from the middle of one to the edge of the other.
    const down = above < line
    const top = down ? above + 0.5 : line + 0.82
    const height = down ? line + 0.18 - top : above + 0.5 - top
    const [begin, end] = [Math.min(from, to), Math.max(from, to)]
    return (
      <i
        className={elbow}
        data-up={down ? undefined : ''}
        data-back={to < from || undefined}
        style={{
          left: `${begin}%`,
          width: `calc(${end - begin}% + 6px)`,
          top: `${top * ROW}rem`,
          height: `${height * ROW}rem`,
        }}
      />
    )
  },
)

const elbow = css({
  position: 'absolute',
  borderTop: '1.5px solid {colors.muted}',
  borderInlineEnd: '1.5px solid {colors.muted}',
  borderStartEndRadius: 'xs',
  _after: {
    content: '""',
    position: 'absolute',
    right: '-4.25px',
    bottom: '-1px',
    border: '3.5px solid transparent',
    borderTop: '5px solid {colors.muted}',
    borderBottomWidth: '0',
  },
  '&[data-up]': {
    borderTop: 'none',
    borderBottom: '1.5px solid {colors.muted}',
    _after: { bottom: 'auto', top: '-1px', borderTopWidth: '0', borderBottom: '5px solid {colors.muted}' },
  },
  '&[data-back]': {
    borderInlineEnd: 'none',
    borderInlineStart: '1.5px solid {colors.muted}',
    _after: { right: 'auto', left: '-4.25px' },
  },
})
