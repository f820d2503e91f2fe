import { expect, test } from 'vitest'
import { areasOf } from './changes.ts'

const [WIDTH, HEIGHT, CELL] = [640, 320, 16]
/** A sheet with dots of four by four pixels in the middle of cells, moved by some pixels. */
const picture = (dots: readonly (readonly [number, number])[], moved = 0, darkness = 200) => {
  const dark = new Uint8Array(WIDTH * HEIGHT)
  for (const [x, y] of dots)
    for (let at = 0; at < 16; at++)
      dark[(y * CELL + 6 + (at >> 2)) * WIDTH + x * CELL + 6 + (at & 3) + moved] = darkness
  return { width: WIDTH, height: HEIGHT, dark }
}

test('cells that differ are one area with those near them, and another with those far away', () => {
  const before = picture([[5, 5]])
  const after = picture([
    [5, 5],
    [10, 10],
    [12, 11],
    [30, 3],
  ])
  expect(areasOf(before, after)).toEqual([
    { x: 9.5 / 40, y: 9.5 / 20, w: 4 / 40, h: 3 / 20 },
    { x: 29.5 / 40, y: 2.5 / 20, w: 2 / 40, h: 2 / 20 },
  ])
  expect(areasOf(after, before)).toEqual(areasOf(before, after))
  expect(areasOf(before, before)).toEqual([])
})

test('a pixel beside itself, or half as dark, is no change', () => {
  expect(areasOf(picture([[5, 5]]), picture([[5, 5]], 1))).toEqual([])
  expect(areasOf(picture([[5, 5]]), picture([[5, 5]], 0, 100))).toEqual([])
  expect(areasOf(picture([[5, 5]]), picture([[5, 5]], 4))).toHaveLength(1)
})
