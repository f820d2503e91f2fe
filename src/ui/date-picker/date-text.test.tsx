import { expect, test } from 'vitest'
import { fromWire, readDate, readMonth, showDate, showMonth } from './date-text.ts'

test.each([
  ['3/7/2026', '2026-03-07'],
  ['03-07-26', '2026-03-07'],
  ['12/31/2026', '2026-12-31'],
  ['2/30/2026', undefined],
  ['13/1/2026', undefined],
  ['soon', undefined],
])('%s is parsed as %s', (text, date) => {
  expect(readDate(text)?.toString()).toBe(date)
})

test('a month is parsed as its first day', () => {
  expect(readMonth('11/2026')?.toString()).toBe('2026-11-01')
  expect(readMonth('2026')).toBeUndefined()
})

test('ISO dates and months are shown as m/d/Y and m/Y', () => {
  expect(fromWire('2026-03-07').map(showDate)).toEqual(['03/07/2026'])
  expect(fromWire('2026-03').map(showMonth)).toEqual(['03/2026'])
  expect(fromWire('nothing')).toEqual([])
})
