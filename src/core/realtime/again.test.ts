import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAgain } from './again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function world() {
  const at: number[] = []
  const began = Date.now()
  const state = { connected: true }
  const again = createAgain({ connected: () => state.connected, missed: () => at.push(Date.now() - began) })
  return { again, at, state }
}

test('what nobody answered is asked for again, several failures at once being one', () => {
  const { again, at } = world()
  for (const status of [0, 503, 502]) again.answered(status)
  vi.advanceTimersByTime(999)
  expect(at).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(at).toEqual([1000])
})

test('ever later while it stays like that, and soon again after a good while', () => {
  const { again, at } = world()
  for (let second = 0; second < 120; second++) {
    again.answered(503)
    vi.advanceTimersByTime(1000)
  }
  const pauses = at.map((moment, index) => Math.round((moment - (at[index - 1] ?? 0)) / 1000))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30])
  vi.advanceTimersByTime(120_000)
  const before = at.length
  again.answered(0)
  vi.advanceTimersByTime(1000)
  expect(at.length).toBe(before + 1)
})

test('an answer is an answer, and a connection that is gone says itself when it is back', () => {
  const { again, at, state } = world()
  for (const status of [200, 401, 404, 500]) again.answered(status)
  state.connected = false
  again.answered(0)
  vi.advanceTimersByTime(60_000)
  expect(at).toEqual([])
})
