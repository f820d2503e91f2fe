import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'

/** How many lines are drawn beyond those in sight. */
const [ROWS_BEYOND, COLUMNS_BEYOND] = [4, 2]
/** In rem: the height of a row before one was measured, and the width of a column, which is that of its style. */
const [ROW, COLUMN] = [2.5, 6.75]

/** A row or column that is drawn, by its place, or the room of those between that are not, in pixels. */
export type Drawn = { readonly at: number; readonly room?: undefined } | { readonly at: number; readonly room: number }

/** The lines in sight and the one that holds the focus, in order, and the room of those that are left out. */
export function withRoom(near: readonly number[], focused: number, count: number, size: number): Drawn[] {
  const places = [...new Set([...near, focused])].filter((at) => at >= 0 && at < count).sort((a, b) => a - b)
  const drawn: Drawn[] = []
  let next = 0
  for (const at of [...places, count]) {
    if (at > next) drawn.push({ at: next, room: (at - next) * size })
    if (at < count) drawn.push({ at })
    next = at + 1
  }
  return drawn
}

/**
 * Which rows and columns of a grid are drawn: those near the screen, and those of the cell that holds the focus, so that
 * what is being typed stays wherever the page is scrolled to.
 */
export function useNear(
  { rows, columns }: { rows: number; columns: number },
  { body, scroll }: { body: RefObject<HTMLTableSectionElement | null>; scroll: RefObject<HTMLDivElement | null> },
  focused: { readonly row: number; readonly column: number },
) {
  const [top, setTop] = useState(0)
  const scale = rem()
  const [high, setHigh] = useState(ROW * scale)
  const wide = COLUMN * scale
  const down = useWindowVirtualizer({
    count: rows,
    estimateSize: () => high,
    overscan: ROWS_BEYOND,
    scrollMargin: top,
  })
  const across = useVirtualizer({
    count: columns,
    horizontal: true,
    estimateSize: () => wide,
    overscan: COLUMNS_BEYOND,
    getScrollElement: () => scroll.current,
    initialRect: { width: globalThis.innerWidth, height: 0 },
  })
  // What stands above the grid comes and goes, and the first row tells how high all of them are.
  useLayoutEffect(() => {
    const measure = () => {
      const box = body.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + scrollY))
      const row = body.current?.querySelector('[data-row]')?.getBoundingClientRect().height
      if (row) setHigh(row)
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(document.body)
    return () => resized.disconnect()
  }, [body])
  useLayoutEffect(() => down.measure(), [down, high])
  const placesOf = (items: readonly { index: number }[]) => items.map(({ index }) => index)
  // As text, so that rows hold the same columns while the page scrolls.
  const drawn = JSON.stringify(withRoom(placesOf(across.getVirtualItems()), focused.column, columns, wide))
  return {
    rows: withRoom(placesOf(down.getVirtualItems()), focused.row, rows, high),
    columns: useMemo((): readonly Drawn[] => JSON.parse(drawn), [drawn]),
  }
}

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
