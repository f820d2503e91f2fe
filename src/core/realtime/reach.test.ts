import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReach } from './reach.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function world() {
  const at: number[] = []
  const began = Date.now()
  const state = { down: true }
  const reach = createReach({ down: () => state.down, connect: () => at.push(Date.now() - began) })
  return { reach, at, state }
}

test('a connection that is lost is tried at the first sign of the server', () => {
  const { reach, at, state } = world()
  state.down = false
  reach.connected()
  vi.advanceTimersByTime(60_000)
  reach.sign()
  expect(at).toEqual([])
  state.down = true
  reach.sign()
  expect(at).toEqual([60_000])
})

test('the first attempt of a page is left alone for a second', () => {
  const { reach, at } = world()
  reach.sign()
  expect(at).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(at).toEqual([1000])
})

test('an attempt that fails at once is not the last: one sign is followed up, and not after the connection stands', () => {
  const { reach, at, state } = world()
  vi.advanceTimersByTime(5000)
  reach.sign()
  reach.sign()
  vi.advanceTimersByTime(2000)
  expect(at).toEqual([5000, 7000])
  reach.sign()
  state.down = false
  reach.connected()
  vi.advanceTimersByTime(60_000)
  expect(at).toHaveLength(2)
})

test('where answers come and sockets do not, attempts become ever rarer', () => {
  const { reach, at } = world()
  for (let second = 0; second < 150; second++) {
    reach.sign()
    vi.advanceTimersByTime(1000)
  }
  const pauses = at.map((moment, index) => Math.round((moment - (at[index - 1] ?? 0)) / 1000))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
})
