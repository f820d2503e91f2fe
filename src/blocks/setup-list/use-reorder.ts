import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Id } from '#core/access/access.ts'
import { edgeScroll } from './edge-scroll.ts'

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

/** The order on screen while it is not yet the saved one, and the row in someone's hand. */
interface Shown {
  order: readonly Id[]
  dragged: Id | null
}

/**
 * Where among the others a row held at `y` belongs: after the last of those on screen that it is below the middle of,
 * else before the first. A long list has only the rows in sight on screen.
 */
function placeAt(list: Element, rest: readonly Id[], y: number, mayPass: (other: Id) => boolean): number | undefined {
  const rows = [...list.querySelectorAll('[data-reorder-id]')].flatMap((row) => {
    const id = Number(row.getAttribute('data-reorder-id'))
    return rest.includes(id) && mayPass(id) ? [{ id, box: row.getBoundingClientRect() }] : []
  })
  const above = rows.findLast(({ box }) => y > box.top + box.height / 2)
  const [first] = rows
  if (above) return rest.indexOf(above.id) + 1
  return first && rest.indexOf(first.id)
}

/**
 * Lets rows change places by their grips. While one is dragged the rows stand as they would if it were let go, and then
 * stay so until `save` has answered; what is moved meanwhile is saved after it, in one go. Rows that are not `alike` do
 * not pass each other: those of one group stay in it.
 */
export function useReorder(
  ids: readonly Id[],
  save: (order: readonly Id[]) => Promise<void>,
  alike: (a: Id, b: Id) => boolean = () => true,
): { order: readonly Id[]; dragged: Id | null; grip: (id: Id) => Grip } {
  const [shown, setShown] = useState<Shown | null>(null)
  const latest = useRef(shown)
  const saving = useRef(false)
  const show = (next: Shown | null) => {
    latest.current = next
    setShown(next)
  }
  async function drop(order: readonly Id[]) {
    show({ order, dragged: null })
    if (saving.current) return
    saving.current = true
    let chosen: Shown | null
    do {
      chosen = latest.current
      if (chosen) await save(chosen.order)
    } while (latest.current !== chosen && latest.current?.dragged === null)
    saving.current = false
    if (latest.current === chosen) show(null)
  }

  function grip(id: Id): Grip {
    return {
      onPointerDown(event) {
        const list = event.currentTarget.closest('[data-reorder]')
        if (!list || event.button !== 0) return
        event.preventDefault()
        event.currentTarget.focus()
        const { pointerId } = event
        const began = latest.current?.order ?? ids
        show({ order: began, dragged: id })
        const rest = began.filter((one) => one !== id)
        let y = event.clientY
        const place = () => {
          const to = placeAt(list, rest, y, (other) => alike(other, id))
          if (to !== undefined) show({ order: moved(began, id, to), dragged: id })
        }
        const edges = edgeScroll(list, place)
        // Heard at the document: a row that is moved in it loses a pointer it had captured.
        const page = list.ownerDocument
        const onMove = (move: globalThis.PointerEvent) => {
          if (move.pointerId !== pointerId) return
          y = move.clientY
          edges.at(y)
          place()
        }
        const onEnd = (end: globalThis.PointerEvent) => {
          if (end.pointerId !== pointerId) return
          edges.stop()
          page.removeEventListener('pointermove', onMove)
          page.removeEventListener('pointerup', onEnd)
          page.removeEventListener('pointercancel', onEnd)
          const chosen = (end.type === 'pointerup' && latest.current?.order) || began
          if (chosen.some((one, at) => one !== ids[at])) void drop(chosen)
          else show(null)
        }
        page.addEventListener('pointermove', onMove)
        page.addEventListener('pointerup', onEnd)
        page.addEventListener('pointercancel', onEnd)
      },
      onKeyDown(event) {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        const order = latest.current?.order ?? ids
        const to = order.indexOf(id) + step
        const passed = order[to]
        if (!step || passed === undefined || !alike(passed, id)) return
        event.preventDefault()
        void drop(moved(order, id, to))
        const { currentTarget } = event
        requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }))
      },
    }
  }
  return { order: shown?.order ?? ids, dragged: shown?.dragged ?? null, grip }
}
