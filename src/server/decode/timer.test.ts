import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimer, processorTimeOf } from './timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether time is up after so many ms, for a process that takes this part of a processor. */
function isUp(after: number, part: number | null): boolean {
  const from = performance.now()
  const up = vi.fn()
  createTimer(1000, () => part && (performance.now() - from) * part).run(up)
  vi.advanceTimersByTime(after)
  return up.mock.calls.length > 0
}

test('a process that takes a processor whole has as much time as was given', () => {
  expect([isUp(990, 1), isUp(1010, 1)]).toEqual([false, true])
})

test('one that others keep from it has more, and one that waits for ever has an end', () => {
  expect([isUp(3900, 0.25), isUp(4100, 0.25)]).toEqual([false, true])
  expect([isUp(9000, 0), isUp(10_100, 0)]).toEqual([false, true])
})

test('where nobody tells what it takes, what passes counts', () => {
  expect([isUp(990, null), isUp(1010, null)]).toEqual([false, true])
})

test('time does not pass while it is held', () => {
  const up = vi.fn()
  const timer = createTimer(1000, () => null)
  timer.run(up)
  vi.advanceTimersByTime(600)
  timer.hold()
  vi.advanceTimersByTime(5000)
  timer.run(up)
  vi.advanceTimersByTime(390)
  expect(up).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(up).toHaveBeenCalledOnce()
})

test.runIf(process.platform === 'linux')('the system tells what this process has taken', () => {
  expect(processorTimeOf(process.pid)).toBeGreaterThan(0)
  expect(processorTimeOf(0)).toBe(null)
})
