import type { PointerEvent } from 'react'
import { drag } from './drag.ts'

/** How far a row is drawn aside to take its step, in CSS pixels, and how far it moves at most. */
const [FAR, MOST] = [88, 132]
/** How far a finger moves before the row follows. */
const SLACK = 10

/** What is done with a row that is drawn aside; the label stands where the row was. */
export interface SwipeStep {
  readonly label: string
  take(): void
}
export interface Swipe {
  readonly right?: SwipeStep | undefined
  readonly left?: SwipeStep | undefined
  /** Called when the finger has moved, and when it has left, also without having moved. */
  begin?(): void
  leave?(): void
  /** Whether the row stays where it is from now on. */
  isHeld?(): boolean
}

/**
 * Lets a finger draw a row aside, which takes the step of that side when it is let go far enough. The row has `touch-action: pan-y`,
 * so that the page still scrolls under the finger; its looks while it is drawn are in the global styles (`data-swiped`).
 */
export function swipe(row: HTMLElement, down: PointerEvent, does: Swipe): void {
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const by = clientX - down.clientX
    const step = by > 0 ? does.right : does.left
    if (!step || does.isHeld?.() || Math.abs(by) <= Math.abs(clientY - down.clientY)) return null
    return { by: Math.max(-MOST, Math.min(by, MOST)), step }
  }
  const show = (to: ReturnType<typeof at>) => {
    if (to) row.dataset.swiped = to.by > 0 ? 'right' : 'left'
    else delete row.dataset.swiped
    row.style.setProperty('--swipe', `${to?.by ?? 0}px`)
    row.style.setProperty('--step', JSON.stringify(to?.step.label ?? ''))
  }
  const leave = () => {
    does.leave?.()
    show(null)
  }
  drag(row, down, {
    slack: SLACK,
    begin: () => does.begin?.(),
    move: (to) => show(at(to)),
    end(to) {
      const drawn = at(to)
      leave()
      if (drawn && Math.abs(drawn.by) >= FAR) drawn.step.take()
    },
    cancel: leave,
    press: leave,
  })
}
