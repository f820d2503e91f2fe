import { expect, test } from 'vitest'
import type { DrawingRevision, Markup } from '../../entities.ts'
import { carrierOf } from './use-carried.ts'

const revision = (id: number, more: Partial<DrawingRevision> = {}) =>
  ({ id, width: 1000, height: 500, alignments: null, scale: null, ...more }) as DrawingRevision
const alignment = {
  revision_id: 1,
  points: [
    [0, 0],
    [0.5, 0],
  ],
  onto: [
    [0.2, 0.2],
    [0.45, 0.2],
  ],
  by: 1,
  at: '',
} as unknown as NonNullable<DrawingRevision['alignments']>[number]
const mark = (id: number, revision_id: number) =>
  ({ id, revision_id, geometry: { points: [[0.4, 0.4]] }, width: 2 }) as unknown as Markup

test('marks are shown on their revision and on later ones, where the alignment says, and go back from there', () => {
  const [first, second] = [revision(1), revision(2, { alignments: [alignment] })]
  const revisions = [second, first]
  const marks = [mark(1, 1), mark(2, 2)]
  const before = carrierOf(first, revisions)
  expect(before.marks(marks)).toEqual([marks[0]])
  const after = carrierOf(second, revisions)
  const [old, own] = after.marks(marks)
  // Half as large: so is the width of the line.
  expect(old).toMatchObject({ id: 1, geometry: { points: [[0.4, 0.4]] }, width: 1 })
  expect(own).toBe(marks[1])
  // The same records as long as nothing changes, so that nothing is drawn anew.
  expect(after.marks(marks)[0]).toBe(old)
  const moved = { points: [[0.3, 0.3]] as const }
  expect(after.back(mark(1, 1), moved)).toEqual({ geometry: { points: [[0.2, 0.2]] }, revision: first })
  expect(after.back(mark(2, 2), moved)).toEqual({ geometry: moved, revision: second })
})
