import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createToday } from './today.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function at(moment: string, time_zone: string | null = 'America/Los_Angeles') {
  vi.setSystemTime(moment)
  const settings = signal({ time_zone })
  const { today, stop } = createToday(settings)
  onTestFinished(stop)
  return { today, settings }
}
const MINUTE = 60_000

test('the day changes at midnight in the company’s time zone, every day', () => {
  const { today } = at('2026-11-21T07:58:30Z')
  expect(today.value).toBe('2026-11-20')
  vi.advanceTimersByTime(1.4 * MINUTE)
  expect(today.value).toBe('2026-11-20')
  vi.advanceTimersByTime(0.2 * MINUTE)
  expect(today.value).toBe('2026-11-21')
  vi.advanceTimersByTime(24 * 60 * MINUTE)
  expect(today.value).toBe('2026-11-22')
})

test.each([
  ['set forward', '2026-03-08T08:30:00Z', 22.5, '2026-03-08', '2026-03-09'],
  ['set back', '2026-11-01T07:30:00Z', 24.5, '2026-11-01', '2026-11-02'],
])('on a day when clocks are %s it changes at midnight too', (_, moment, hours, before, after) => {
  const { today } = at(moment)
  vi.advanceTimersByTime((hours * 60 - 1) * MINUTE)
  expect(today.value).toBe(before)
  vi.advanceTimersByTime(2 * MINUTE)
  expect(today.value).toBe(after)
})

test('after sleeping over midnight, the day is updated when the page becomes visible', () => {
  const { today } = at('2026-11-21T06:00:00Z')
  vi.setSystemTime('2026-11-23T16:00:00Z')
  expect(today.value).toBe('2026-11-20')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(today.value).toBe('2026-11-23')
})

test('a change of the company’s time zone takes effect at once', () => {
  const { today, settings } = at('2026-11-21T07:00:00Z')
  settings.value = { time_zone: 'America/New_York' }
  expect(today.value).toBe('2026-11-21')
  vi.advanceTimersByTime(22 * 60 * MINUTE + MINUTE)
  expect(today.value).toBe('2026-11-22')
})
