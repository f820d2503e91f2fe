import type { Box } from '../../geometry.ts'

/** A part of a page that is as wide as it is high, in parts of the page. */
export interface View {
  readonly x: number
  readonly y: number
  readonly share: number
}

/** How much of a page is seen at least and at most, and the room around what is read. */
const [LEAST, MOST, ROOM] = [0.22, 0.36, 0.04]

const within = (value: number, share: number) => Math.min(1 - share, Math.max(0, value))
const around = (u: number, v: number, share: number): View => ({
  share,
  x: within(u - share / 2, share),
  y: within(v - share / 2, share),
})

/**
 * The part of a page that is shown: where somebody looks, or all that is read, or what is around the value in focus if that
 * would be too small, or the lower right corner.
 */
export function viewOf(boxes: readonly Box[], focus: Box | undefined, at: readonly [number, number] | null): View {
  if (at) return around(at[0], at[1], LEAST + ROOM)
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))]
  const [right, bottom] = [Math.max(...boxes.map(({ x, w }) => x + w)), Math.max(...boxes.map(({ y, h }) => y + h))]
  const share = Math.max(LEAST, right - left + 2 * ROOM, bottom - top + 2 * ROOM)
  if (boxes.length && share <= MOST) return around((left + right) / 2, (top + bottom) / 2, share)
  const one = focus ?? boxes[0]
  return one ? around(one.x + one.w / 2, one.y + one.h / 2, LEAST) : around(1, 1, LEAST + ROOM)
}
