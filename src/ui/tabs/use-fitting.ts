import { useLayoutEffect, useRef, useState, type RefCallback, useCallback } from 'react'

/** The room that a last element for the rest takes, in rem: a short word and an arrow, or an arrow beside another text. */
const [LAST, ARROW] = [3.5, 1.5]

/**
 * How many of a row's elements fit beside each other, with room for one more where not all do. The elements are the first
 * children of the row, in the order of their `keys`; what looks differently wide has another key. The one `at` an index
 * stands last where it does not fit. All are shown until they have been measured, before anything is painted.
 */
export function useFitting<E extends HTMLElement>(
  keys: readonly string[],
  { at, most }: { at: number; most: number },
): { ref: RefCallback<E>; fits: number } {
  const row = useRef<E>(null)
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const [space, setSpace] = useState<Room | null>(null)
  const known = keys.every((key) => widths.has(key))
  const text = keys.join('\n')
  useLayoutEffect(() => {
    const element = row.current
    if (known || !element) return
    const children = [...element.children]
    setWidths(new Map(text.split('\n').map((key, nth) => [key, children[nth]?.getBoundingClientRect().width ?? 0])))
  }, [known, text])
  const ref = useCallback((element: E | null) => {
    row.current = element
    if (!element) return undefined
    let size = ''
    const measure = () => {
      const style = getComputedStyle(element)
      const room = element.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd)
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
      // Of another size of text or another font, every width is another one.
      if (size && size !== `${rem}`) setWidths(new Map())
      size = `${rem}`
      setSpace({ room, gap: parseFloat(style.columnGap) || 0, last: LAST * rem, arrow: ARROW * rem })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const fonts = () => setWidths(new Map())
    document.fonts.addEventListener('loadingdone', fonts)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', fonts)
    }
  }, [])
  return {
    ref,
    fits:
      known && space
        ? fitting(
            keys.map((key) => widths.get(key) ?? 0),
            space,
            { at, most },
          )
        : keys.length,
  }
}

interface Room {
  readonly room: number
  readonly gap: number
  /** Of the element for the rest, and of its arrow alone. */
  readonly last: number
  readonly arrow: number
}

/** How many of these widths have room, counted from the first. */
export function fitting(
  widths: readonly number[],
  { room, gap, last, arrow }: Room,
  { at, most }: { at: number; most: number },
): number {
  const ends = widths.map((_, nth) => widths.slice(0, nth + 1).reduce((sum, width) => sum + width + gap, 0) - gap)
  if (widths.length <= most + 1 && (ends.at(-1) ?? 0) <= room) return widths.length
  const before = (end: number) => Math.max(1, Math.min(most, ends.filter((one) => one + gap + end <= room).length))
  const fits = before(last)
  return at < fits ? fits : before((widths[at] ?? 0) + arrow)
}
