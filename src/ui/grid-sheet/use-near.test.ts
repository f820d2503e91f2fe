import { expect, test } from 'vitest'
import { withRoom } from './use-near.ts'

test('what is in sight is drawn, and the rest leaves its room', () => {
  expect(withRoom([3, 4], 4, 10, 40)).toEqual([{ at: 0, room: 120 }, { at: 3 }, { at: 4 }, { at: 5, room: 200 }])
  expect(withRoom([0, 1], 0, 2, 40)).toEqual([{ at: 0 }, { at: 1 }])
})

test('the line that holds the focus is drawn wherever it is', () => {
  expect(withRoom([3], 0, 5, 10)).toEqual([{ at: 0 }, { at: 1, room: 20 }, { at: 3 }, { at: 4, room: 10 }])
  expect(withRoom([0], 4, 5, 10)).toEqual([{ at: 0 }, { at: 1, room: 30 }, { at: 4 }])
})

test('a focus beyond the last line draws nothing, and no lines have no room', () => {
  expect(withRoom([0], 7, 1, 10)).toEqual([{ at: 0 }])
  expect(withRoom([], 0, 0, 10)).toEqual([])
})
