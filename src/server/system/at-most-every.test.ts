import { afterEach, expect, test, vi } from 'vitest'
import { atMostEvery } from './at-most-every.ts'

afterEach(() => vi.useRealTimers())

test('a check that succeeded holds for its time, and one that failed is run again at once', async () => {
  vi.useFakeTimers()
  let runs = 0
  let full = false
  const check = atMostEvery(5000, async () => {
    runs++
    if (full) throw new Error('full')
  })
  await Promise.all([check(), check()])
  await check()
  expect(runs).toBe(1)
  full = true
  vi.advanceTimersByTime(4999)
  await check()
  expect(runs).toBe(1)
  vi.advanceTimersByTime(1)
  for (let times = 0; times < 2; times++) await expect(check()).rejects.toThrow('full')
  full = false
  await check()
  await check()
  expect(runs).toBe(4)
})
