import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onWake } from './wake.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a clock that jumped ahead means the computer has slept; a hidden tab ticking each minute has not', () => {
  const woken = vi.fn<() => void>()
  const stop = onWake(woken)
  for (let minute = 0; minute < 5; minute++) {
    vi.setSystemTime(Date.now() + 45_000)
    vi.advanceTimersByTime(15_000)
  }
  expect(woken).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(15_000)
  expect(woken).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  stop()
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(woken).toHaveBeenCalledOnce()
})

test('so do a network that returns and a page that comes out of the browser’s cache', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const woken = vi.fn<() => void>()
  const stop = onWake(woken)
  page.dispatchEvent(new Event('online'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(woken).toHaveBeenCalledTimes(2)
  stop()
  page.dispatchEvent(new Event('online'))
  expect(woken).toHaveBeenCalledTimes(2)
})
