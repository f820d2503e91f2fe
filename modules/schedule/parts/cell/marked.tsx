import { useId, useRef } from 'react'
import { useSignalEffect } from '@preact/signals-react'
import { css } from '#css/css'
import type { BoardModel } from '../board/board-model.ts'
import { NAMES, type Columns, type Line } from '../layout.ts'

/** The chosen cells. */
export const Choice = ({ model, columns, tops }: { model: BoardModel; columns: Columns; tops: readonly number[] }) => {
  // It is there before anything is chosen, since what opens beside it needs it at once.
  const chosen = model.cursor.block.value
  const block = chosen ?? { top: 0, bottom: 0, left: 0, right: 0 }
  const left = columns.edges[block.left] ?? 0
  const top = tops[block.top] ?? 0
  return (
    <div
      aria-hidden="true"
      data-choice=""
      hidden={!chosen}
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
export const LandingBox = ({
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
    const isTheirs = (one: Line | undefined) => one?.kind === 'person' && one.id === landing?.user_id
    const line = landing ? (isTheirs(lines[landing.line]) ? landing.line : lines.findIndex(isTheirs)) : -1
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

const choiceLook = css({
  position: 'absolute',
  zIndex: 1,
  border: '2px solid {colors.primary}',
  borderRadius: 'sm',
  pointerEvents: 'none',
  '&[hidden]': { display: 'none' },
})
const landingLook = css({
  position: 'absolute',
  left: '0',
  top: '0',
  zIndex: 1,
  height: '1.875rem',
  background: 'primary.soft',
  border: '2px solid {colors.primary}',
  borderRadius: 'sm',
  pointerEvents: 'none',
  willChange: 'transform',
  '&[data-conflict]': { background: 'conflict.soft', borderColor: 'conflict.line' },
  '&[hidden]': { display: 'none' },
})
