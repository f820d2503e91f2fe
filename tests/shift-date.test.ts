import { afterEach, expect, test } from 'vitest'
import { shiftDate } from './clock/shift-date.ts'

const WEEK = 7 * 24 * 3_600_000
const before = globalThis.Date
afterEach(() => void (globalThis.Date = before))

test('the current time is shifted once and continues; explicit dates are not shifted', () => {
  // In a run with another date it is already shifted.
  globalThis.Date = before.prototype.constructor as DateConstructor
  const real = Date.now()
  shiftDate(WEEK)
  shiftDate(WEEK)
  for (const now of [Date.now(), new Date().getTime(), Date.parse(Date())])
    expect(Math.abs(now - real - WEEK)).toBeLessThan(5000)
  expect(new Date('2026-02-28T10:00:00Z').toISOString()).toBe('2026-02-28T10:00:00.000Z')
  expect(new Date(2028, 1, 29)).toBeInstanceOf(Date)
  expect(Date.UTC(2026, 0, 1)).toBe(Date.parse('2026-01-01T00:00:00Z'))
})
