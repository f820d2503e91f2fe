import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { swipe as drawAside } from '#ui/drag/swipe.ts'
import type { RowKey, TableSelection } from './lines.ts'

/** How long a finger rests on a row to tick it, in ms. */
const LONG_PRESS = 300
/** What is done with a row that is swiped to the right. */
export interface TableSwipe {
  /** The step's label; undefined where there is none. */
  labelOf(row: RowKey): string | undefined
  take(row: RowKey): void
}

interface Options<R> {
  /** The key of a row by its text in the document. */
  keyOf: (name: string) => RowKey | undefined
  selection: TableSelection<R> | undefined
  swipe: TableSwipe | undefined
}

/**
 * What fingers do with the rows of a phone's list: a long press ticks one, and as long as any is ticked a press ticks or
 * unticks; a swipe to the right takes the row's step.
 */
export function useTouch<R>({ keyOf, selection, swipe }: Options<R>) {
  // The click that a long press ends with is none.
  const isOver = useRef(false)
  const placed = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row-key]') : null
    const key = keyOf(row?.dataset.rowKey ?? '')
    return row && key !== undefined ? { row, key } : null
  }
  function onPointerDown(event: PointerEvent) {
    isOver.current = false
    const at = event.pointerType === 'touch' ? placed(event.target) : null
    if (!at) return
    const { row, key } = at
    const label = swipe?.labelOf(key)
    const tick = () => {
      isOver.current = true
      navigator.vibrate?.(10)
      selection?.onSelect(key, true, false)
    }
    const resting = selection && !selection.has(key) ? setTimeout(tick, LONG_PRESS) : undefined
    drawAside(row, event, {
      right: label === undefined ? undefined : { label, take: () => swipe?.take(key) },
      begin: () => clearTimeout(resting),
      leave: () => clearTimeout(resting),
      isHeld: () => isOver.current,
    })
  }
  function onClickCapture(event: MouseEvent) {
    const at = placed(event.target)
    const isTicking = selection !== undefined && selection.all !== false
    const isBox = event.target instanceof Element && event.target.closest('label') !== null
    if (!at || isBox || (!isOver.current && !isTicking)) return
    event.preventDefault()
    event.stopPropagation()
    if (!isOver.current) selection?.onSelect(at.key, !selection.has(at.key), false)
    isOver.current = false
  }
  /** The browser's own menu of a link would take a long press away. */
  function onContextMenu(event: MouseEvent) {
    if (selection && event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === 'touch')
      event.preventDefault()
  }
  return { onPointerDown, onClickCapture, onContextMenu }
}
