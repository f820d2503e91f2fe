import { expect, test } from 'vitest'
import { expiryText } from './labels.ts'

test.each([
  [null, 'does not expire'],
  ['2027-03-07', 'expired 3 days ago'],
  ['2027-03-09', 'expired 1 day ago'],
  ['2027-03-10', 'expires today'],
  ['2027-03-11', 'expires in 1 day'],
  ['2027-05-09', 'expires in 60 days'],
])('a certification until %s %s', (day, text) => {
  expect(expiryText(day, '2027-03-10')).toBe(text)
})

test('one that is valid for longer says until when', () => {
  expect(expiryText('2027-05-10', '2027-03-10')).toMatch(/^valid until /)
})
