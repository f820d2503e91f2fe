/** The distance from an edge, in pixels, at which dragging scrolls, and the fraction of it scrolled per frame. */
const EDGE = 72
const SPEED = 0.2

/** The nearest scrollable ancestor of an element, or the page. */
function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return element.ownerDocument.scrollingElement
}

/** Scrolls the surroundings of a list while the pointer is near their upper or lower edge. `onScroll` follows each step. */
export function edgeScroll(list: Element, onScroll: () => void): { at: (y: number) => void; stop: () => void } {
  const scroller = scrollerOf(list)
  const page = scroller === list.ownerDocument.scrollingElement
  let y: number | undefined
  let frame = requestAnimationFrame(step)
  function step() {
    frame = requestAnimationFrame(step)
    if (y === undefined || !scroller) return
    const { top, bottom } = page ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
    const distance = Math.min(0, y - top - EDGE) || Math.max(0, y - bottom + EDGE)
    const before = scroller.scrollTop
    scroller.scrollTop += distance * SPEED
    if (scroller.scrollTop !== before) onScroll()
  }
  return {
    at: (next) => void (y = next),
    stop: () => cancelAnimationFrame(frame),
  }
}
