import { edgeScroll } from './edge-scroll.ts'

/** How many CSS pixels a pointer moves before it drags; less is a press. */
export const SLACK = 4
/** How long a finger rests on what scrolls before it drags it, in ms. */
const LONG_PRESS = 300

/** Where the pointer is, and with which keys. */
export type DragPoint = Pick<PointerEvent, 'clientX' | 'clientY' | 'shiftKey'>

/** What comes of a press on something. */
export interface Drag {
  /**
   * When fingers drag: at once, where the style has `touch-action: none`; after they have rested, where they scroll
   * otherwise (see `holdStill`); or never.
   */
  finger?: 'at once' | 'rested' | 'never'
  /** CSS pixels it moves before it is dragged. */
  slack?: number
  /** Its surroundings scroll while the pointer is near their upper or lower edge, and `move` is called for each step. */
  scrolls?: Element
  /** It is dragged now; with the place that was pressed. */
  begin?(at: DragPoint): void
  /** Without it, nothing is dragged. */
  move?(at: DragPoint): void
  end?(at: DragPoint): void
  /** Escape, another press, or the browser took it over: it is as it was. */
  cancel?(): void
  /** It was let go without being dragged. */
  press?(): unknown
}

let held: { isDragged: boolean; cancel(): void } | null = null

/** For listeners of `touchmove` that are not passive: the page does not scroll under a finger that drags. */
export function holdStill(event: Event): void {
  if (held?.isDragged) event.preventDefault()
}

/** What was dragged is not clicked when it is let go. */
function ignoreClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, true))
}

/**
 * Follows a press with the main button, a pen or a finger until it ends. The listeners are the window's, since what is
 * dragged may leave the document or move in it. One thing is dragged at a time: another press cancels.
 */
export function drag(
  element: Element,
  down: DragPoint & Pick<PointerEvent, 'button' | 'pointerId' | 'pointerType'>,
  does: Drag,
): void {
  if (down.button !== 0) return
  held?.cancel()
  const { finger = 'at once', slack = SLACK, scrolls } = does
  const waits = down.pointerType === 'touch' && finger !== 'at once'
  const listening = new AbortController()
  let last: DragPoint = down
  let edges: ReturnType<typeof edgeScroll> | undefined
  const own = { isDragged: false, cancel: () => finish() && does.cancel?.() }
  held = own
  /** Whether it was being dragged. */
  function finish(): boolean {
    clearTimeout(rest)
    edges?.stop()
    listening.abort()
    held = null
    return own.isDragged
  }
  function begin() {
    own.isDragged = true
    element.setPointerCapture(down.pointerId)
    if (scrolls) edges = edgeScroll(scrolls, () => does.move?.(last))
    does.begin?.(down)
  }
  const rest = waits && finger === 'rested' && does.move ? setTimeout(begin, LONG_PRESS) : undefined
  const on = <K extends 'pointermove' | 'pointerup' | 'pointercancel'>(
    name: K,
    listener: (event: PointerEvent) => void,
  ) => window.addEventListener(name, (event) => event.pointerId === down.pointerId && listener(event), listening)
  on('pointermove', (event) => {
    if (!own.isDragged) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= slack) return
      // A finger that moves before it has rested scrolls.
      if (waits || !does.move) return void finish()
      begin()
    }
    last = event
    edges?.at(event.clientY)
    does.move?.(event)
  })
  on('pointerup', (event) => {
    if (!finish()) return does.press?.()
    ignoreClick()
    does.end?.(event)
  })
  on('pointercancel', own.cancel)
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !own.isDragged) return
    // A dialog around it stays open.
    event.stopImmediatePropagation()
    own.cancel()
    window.addEventListener('pointerup', ignoreClick, { once: true })
  }
  window.addEventListener('keydown', escape, { signal: listening.signal, capture: true })
}
