import { describe, expect, test } from 'vitest'
import { alignedWith, carried, laidOn, mapped, type Alignment } from './alignment.ts'
import type { Point } from './geometry.ts'

const page = (id: number, alignments: readonly Alignment[] | null = null, width = 1000, height = 500) => ({
  id,
  width,
  height,
  alignments,
})
const onto = (revision_id: number, points: [Point, Point], places: [Point, Point]): Alignment =>
  ({ revision_id, points, onto: places, by: 1, at: '' }) as unknown as Alignment
const rounded = (place: Point) => place.map((value) => Math.round(value * 1e4) / 1e4 + 0)

describe('two places that are the same', () => {
  test('move a page onto another one', () => {
    const moved = page(2, [
      onto(
        1,
        [
          [0, 0],
          [0.5, 0],
        ],
        [
          [0.1, 0.2],
          [0.6, 0.2],
        ],
      ),
    ])
    const matrix = alignedWith(page(1), moved)
    expect(matrix && rounded(mapped(matrix, [0, 0]))).toEqual([100, 100])
    expect(matrix && rounded(mapped(matrix, [500, 250]))).toEqual([600, 350])
    expect(alignedWith(page(1), page(3))).toBeNull()
  })

  test('turn and scale it too, and back', () => {
    const half = page(
      2,
      [
        onto(
          1,
          [
            [0, 0],
            [1, 0],
          ],
          [
            [0.5, 0],
            [0.5, 1],
          ],
        ),
      ],
      1000,
      500,
    )
    const forth = laidOn(page(1), half, [])
    // A thousand points to the right become five hundred downwards.
    expect(rounded(mapped(forth, [1000, 0]))).toEqual([500, 500])
    expect(rounded(mapped(forth, [0, 100]))).toEqual([450, 0])
    expect(rounded(mapped(laidOn(half, page(1), []), [500, 500]))).toEqual([1000, 0])
  })
})

describe('a mark of an earlier revision', () => {
  const right = (revision_id: number) =>
    onto(
      revision_id,
      [
        [0, 0],
        [0.5, 0.5],
      ],
      [
        [0.1, 0],
        [0.6, 0.5],
      ],
    )
  const [first, second, third] = [page(1), page(2, [right(1)]), page(3, [right(2)])]
  const revisions = [third, second, first]

  test('goes with the alignments of all revisions in between', () => {
    const matrix = laidOn(first, third, revisions)
    expect(carried({ points: [[0.1, 0.2]] }, matrix, first, third)).toEqual({ points: [[0.3, 0.2]] })
    expect(carried({ x: 0.1, y: 0.2 }, matrix, first, third)).toEqual({ x: 0.3, y: 0.2 })
    expect(carried({ x: 0.1, y: 0.2, w: 0.2, h: 0.1 }, matrix, first, third)).toEqual({
      x: 0.3,
      y: 0.2,
      w: expect.closeTo(0.2, 5),
      h: expect.closeTo(0.1, 5),
    })
    // Back again, for those who move it there.
    expect(carried({ x: 0.3, y: 0.2 }, laidOn(third, first, revisions), third, first)).toEqual({ x: 0.1, y: 0.2 })
  })

  test('stays where it is without an alignment, on a larger page too, and never leaves the page', () => {
    const shape = { x: 0.1, y: 0.2 }
    const plain = [page(3), page(2), page(1)]
    expect(carried(shape, laidOn(page(1), page(3), plain), page(1), page(3))).toBe(shape)
    const large = page(4, null, 2000, 1000)
    expect(carried(shape, laidOn(page(1), large, [large, page(1)]), page(1), large)).toEqual(shape)
    expect(carried({ x: 0.95, y: 0.5 }, laidOn(first, third, revisions), first, third)).toEqual({ x: 1, y: 0.5 })
  })
})
