import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Id } from '#core/access/access.ts'

/** What a row's grip needs to be dragged, or moved by the arrow keys. */
export interface Grip {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** `ids` with one of them at another place. */
export function moved(ids: readonly Id[], id: Id, to: number): Id[] {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/**
 * Lets rows change places by their grips. While one is dragged the rows stand as they would if it were let go; `onDrop`
 * hears the order that was chosen, once.
 */
export function useReorder(
  ids: readonly Id[],
  onDrop: (order: readonly Id[]) => void,
): { order: readonly Id[]; dragged: Id | null; grip: (id: Id) => Grip } {
  const [drag, setDrag] = useState<{ id: Id; order: readonly Id[] } | null>(null)
  const latest = useRef(drag)
  const show = (next: typeof drag) => {
    latest.current = next
    setDrag(next)
  }

  function grip(id: Id): Grip {
    return {
      onPointerDown(event) {
        const handle = event.currentTarget
        const list = handle.closest('[data-reorder]')
        if (!list || event.button !== 0) return
        event.preventDefault()
        handle.setPointerCapture(event.pointerId)
        show({ id, order: ids })
        const onMove = ({ clientY }: globalThis.PointerEvent) => {
          const rows = [...list.querySelectorAll('[data-reorder-id]')]
          const before = rows.filter((row) => {
            const { top, height } = row.getBoundingClientRect()
            return Number(row.getAttribute('data-reorder-id')) !== id && clientY > top + height / 2
          })
          show({ id, order: moved(ids, id, before.length) })
        }
        const onEnd = (end: globalThis.PointerEvent) => {
          handle.removeEventListener('pointermove', onMove)
          const chosen = latest.current?.order
          show(null)
          if (end.type === 'pointerup' && chosen && chosen.some((one, at) => one !== ids[at])) onDrop(chosen)
        }
        handle.addEventListener('pointermove', onMove)
        handle.addEventListener('pointerup', onEnd, { once: true })
        handle.addEventListener('pointercancel', onEnd, { once: true })
      },
      onKeyDown(event) {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        const to = ids.indexOf(id) + step
        if (!step || to < 0 || to >= ids.length) return
        event.preventDefault()
        onDrop(moved(ids, id, to))
      },
    }
  }
  return { order: drag?.order ?? ids, dragged: drag?.id ?? null, grip }
}
