import { expect, test } from 'vitest'
import { areasOf } from './changes.ts'

const grid = (dark: readonly (readonly [number, number])[]) => {
  const cells = new Uint8Array(40 * 20)
  for (const [x, y] of dark) cells[y * 40 + x] = 200
  return { across: 40, down: 20, cells }
}

test('cells that differ are one area with those near them, and another with those far away', () => {
  const before = grid([[5, 5]])
  const after = grid([
    [5, 5],
    [10, 10],
    [12, 11],
    [30, 3],
  ])
  expect(areasOf(before, after)).toEqual([
    { x: 9.5 / 40, y: 9.5 / 20, w: 4 / 40, h: 3 / 20 },
    { x: 29.5 / 40, y: 2.5 / 20, w: 2 / 40, h: 2 / 20 },
  ])
  expect(areasOf(before, before)).toEqual([])
})
