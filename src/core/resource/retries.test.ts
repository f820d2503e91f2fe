import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRetries } from './retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function world({ online = true } = {}) {
  const at: number[] = []
  const began = Date.now()
  const network = { online, isBack: false }
  const retries = createRetries({ online: () => network.online })
  /** A read that fails until the network is back. */
  const read = () => {
    at.push(Date.now() - began)
    if (!network.isBack) retries.add(read)
  }
  return { retries, at, network, read }
}

test('what nobody answered is repeated after growing pauses until it is answered', () => {
  const { retries, at, network, read } = world()
  retries.add(read)
  vi.advanceTimersByTime(120_000)
  const pauses = at.map((moment, index) => Math.round((moment - (at[index - 1] ?? 0)) / 1000))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30])
  network.isBack = true
  vi.advanceTimersByTime(120_000)
  expect(at).toHaveLength(8)
})

test('any answer of the server repeats it at once, though not every moment', () => {
  const { retries, at, read } = world()
  retries.add(read)
  vi.advanceTimersByTime(40_000)
  at.length = 0
  for (let moment = 0; moment < 2000; moment += 100) {
    retries.answered(200)
    vi.advanceTimersByTime(100)
  }
  expect(at).toEqual([40_000, 41_000, 42_000])
})

test('without a network nothing is repeated until there is a sign of one', () => {
  const { retries, at, network, read } = world({ online: false })
  retries.add(read)
  retries.answered(0)
  retries.answered(503)
  vi.advanceTimersByTime(600_000)
  expect(at).toEqual([])
  network.isBack = true
  retries.reachable()
  vi.advanceTimersByTime(0)
  expect(at).toHaveLength(1)
})

test('what is no longer wanted is not repeated', () => {
  const { retries, at, read } = world()
  const withdraw = retries.add(read)
  withdraw()
  retries.reachable()
  vi.advanceTimersByTime(60_000)
  expect(at).toEqual([])
})
