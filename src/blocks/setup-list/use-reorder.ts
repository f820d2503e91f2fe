import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Id } from '#core/access/access.ts'
import { arrow } from '#ui/drag/arrow.ts'
import { drag } from '#ui/drag/drag.ts'

/** The event handlers of a drag handle, for pointers and arrow keys. */
export interface Grip {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** A copy of `ids` with one id moved to another position. */
export function moved(ids: readonly Id[], id: Id, to: number): Id[] {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** The order on screen until it is saved, and the row being dragged. */
interface Shown {
  order: readonly Id[]
  dragged: Id | null
}

/**
 * The position of a row dragged to `y` among the others: after the last row whose middle is above `y`, else before the
 * first. A virtualized list has only its visible rows in the document.
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
 * Sorts rows by dragging or arrow keys. While dragging, the rows are shown in their new order, which is kept until `save`
 * resolves; moves made in the meantime are then saved together. A row only moves past rows that are `alike`, so that it
 * stays in its group.
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
        const began = latest.current?.order ?? ids
        const rest = began.filter((one) => one !== id)
        const settle = (chosen: readonly Id[]) =>
          chosen.some((one, at) => one !== ids[at]) ? void drop(chosen) : show(null)
        drag(event.currentTarget, event, {
          scrolls: list,
          begin: () => show({ order: began, dragged: id }),
          move({ clientY }) {
            const to = placeAt(list, rest, clientY, (other) => alike(other, id))
            if (to !== undefined) show({ order: moved(began, id, to), dragged: id })
          },
          end: () => settle(latest.current?.order ?? began),
          cancel: () => settle(began),
        })
      },
      onKeyDown(event) {
        const [, step] = arrow(event.key) ?? [0, 0]
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
  // The same for as long as the list is there, so that rows which hold it do not render for what other rows do.
  const now = useRef(grip)
  useLayoutEffect(() => void (now.current = grip))
  const lasting = useCallback(
    (id: Id): Grip => ({
      onPointerDown: (event) => now.current(id).onPointerDown(event),
      onKeyDown: (event) => now.current(id).onKeyDown(event),
    }),
    [],
  )
  return { order: shown?.order ?? ids, dragged: shown?.dragged ?? null, grip: lasting }
}
