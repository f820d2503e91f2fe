import { expect, test } from 'vitest'
import { fitting } from './use-fitting.ts'

const space = { gap: 10, last: 50, arrow: 20 }
const ten = Array.from({ length: 10 }, () => 90)

test('all stand beside each other where they have room, up to one more than the most', () => {
  expect(fitting(ten, { ...space, room: 990 }, { at: 0, most: 9 })).toBe(10)
  expect(fitting([...ten, 90], { ...space, room: 5000 }, { at: 0, most: 9 })).toBe(9)
})

test('what has no room leaves some for the rest, or for the one of it that is open', () => {
  expect(fitting(ten, { ...space, room: 989 }, { at: 0, most: 9 })).toBe(9)
  // Nine end at 890, and with the gap and 50 more at 950.
  expect(fitting(ten, { ...space, room: 949 }, { at: 0, most: 9 })).toBe(8)
  // The tenth takes 90 and its arrow 20: eight end at 790, with the gap at 910.
  expect(fitting(ten, { ...space, room: 950 }, { at: 9, most: 9 })).toBe(8)
})

test('one is always shown', () => {
  expect(fitting(ten, { ...space, room: 40 }, { at: 0, most: 9 })).toBe(1)
})
