import { effect, signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrames } from './frames.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a burst of work is done in order and seen once, even on a page that draws no frames', () => {
  const frames = createFrames()
  const count = signal(0)
  const seen: number[] = []
  effect(() => void seen.push(count.value))
  for (const next of [1, 2, 3]) frames.add(() => void (count.value = next))
  expect(seen).toEqual([0])
  vi.advanceTimersByTime(100)
  expect(seen).toEqual([0, 3])
  frames.add(() => void (count.value = 4))
  frames.dispose()
  vi.advanceTimersByTime(1000)
  expect(seen).toEqual([0, 3])
})

test('a page that is shown does it with the next frame, once', () => {
  const drawn: FrameRequestCallback[] = []
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => drawn.push(draw))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  const frames = createFrames()
  const work = vi.fn<() => void>()
  frames.add(work)
  frames.add(work)
  expect(drawn).toHaveLength(1)
  drawn[0]?.(0)
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(2)
})
