import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitTurned, keepInside, pinch, toggleZoom, turn, whole, zoomAround, type Point, type View } from './zoom.ts'

const point = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) })
/** Where on the picture a point of the stage is, in pixels of the picture as it is without zoom. */
const under = ({ x, y, scale }: View, at: Point): Point => ({ x: (at.x - x) / scale, y: (at.y - y) / scale })

describe('zooming', () => {
  test('leaves what is under the finger under the finger', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 1.1, max: 3, noNaN: true }), (first, second, factor) => {
        const close = zoomAround(whole, first, 2)
        const closer = zoomAround(close, second, factor)
        expect(under(closer, second).x).toBeCloseTo(under(close, second).x, 6)
        expect(under(closer, second).y).toBeCloseTo(under(close, second).y, 6)
      }),
    )
  })

  test('goes from the whole picture to eight times its size, and back to its place', () => {
    expect(zoomAround(whole, { x: 50, y: 50 }, 100).scale).toBe(8)
    expect(zoomAround(zoomAround(whole, { x: 50, y: 50 }, 4), { x: -80, y: 3 }, 0.01)).toEqual(whole)
    const close = toggleZoom(whole, { x: 100, y: 0 })
    expect(close.scale).toBe(2.5)
    expect(toggleZoom(close, { x: -7, y: 9 })).toEqual(whole)
  })

  test('two fingers move what is between them, and part or close what they hold', () => {
    const moved = pinch(
      { ...whole, scale: 2 },
      [
        { x: -10, y: 0 },
        { x: 10, y: 0 },
      ],
      [
        { x: 20, y: 5 },
        { x: 40, y: 5 },
      ],
    )
    expect(moved).toMatchObject({ x: 30, y: 5, scale: 2 })
    const parted = pinch(
      whole,
      [
        { x: -10, y: 0 },
        { x: 10, y: 0 },
      ],
      [
        { x: -30, y: 0 },
        { x: 30, y: 0 },
      ],
    )
    expect(parted).toMatchObject({ x: 0, y: 0, scale: 3 })
  })

  test('stays within the stage, and a picture that fits stays in the middle', () => {
    const stage = { width: 400, height: 300 }
    const inside = keepInside({ ...whole, scale: 2, x: 900, y: -900 }, { width: 400, height: 200 }, stage)
    expect(inside).toMatchObject({ x: 200, y: -50 })
    expect(keepInside({ ...whole, x: 30, y: 30 }, { width: 400, height: 200 }, stage)).toMatchObject({ x: 0, y: 0 })
  })

  test('a turned picture fills the stage as well as it can, and four turns are none', () => {
    const stage = { width: 400, height: 300 }
    expect(fitTurned(1, { width: 400, height: 200 }, stage)).toBe(0.75)
    expect(fitTurned(2, { width: 400, height: 200 }, stage)).toBe(1)
    expect(turn(turn({ ...whole, scale: 3, x: 9 }))).toEqual({ ...whole, turns: 2 })
  })
})
