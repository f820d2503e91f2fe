import type { Ref } from 'react'
import { css } from '#css/css'
import type { BoardModel } from './board-model.ts'

/** The line beside the pointer: who, when, how many hours, and what stands in the way. */
export const DragGhost = ({ ref, model }: { ref: Ref<HTMLDivElement>; model: BoardModel }) => {
  const landing = model.landing.value
  return (
    <div ref={ref} aria-hidden="true" className={ghost} data-on={(landing && !model.lifted.value) || undefined}>
      {landing?.says}
    </div>
  )
}

const ghost = css({
  position: 'fixed',
  left: '0',
  top: '0',
  zIndex: 'floating',
  maxWidth: '26rem',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  color: 'frame.bright',
  background: 'frame',
  borderRadius: 'md',
  fontSize: 'sm',
  fontWeight: 'strong',
  pointerEvents: 'none',
  visibility: 'hidden',
  willChange: 'transform',
  '&[data-on]': { visibility: 'visible' },
})
