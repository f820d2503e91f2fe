import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepJoined } from './membership.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const channel = signal<string | null>('gardens.1')
  const watched = signal(false)
  const log: string[] = []
  const stop = keepJoined(channel, watched, (name) => {
    log.push(`join ${name}`)
    return () => log.push(`leave ${name}`)
  })
  return { channel, watched, log, stop }
}

test('a channel is joined for its first watcher and left a second after its last', () => {
  const { watched, log } = start()
  expect(log).toEqual([])
  watched.value = true
  watched.value = false
  vi.advanceTimersByTime(999)
  expect(log).toEqual(['join gardens.1'])
  vi.advanceTimersByTime(1)
  expect(log).toEqual(['join gardens.1', 'leave gardens.1'])
})

test('a change of screens does not leave and join again', () => {
  const { watched, log } = start()
  watched.value = true
  watched.value = false
  vi.advanceTimersByTime(500)
  watched.value = true
  vi.advanceTimersByTime(5000)
  expect(log).toEqual(['join gardens.1'])
})

test('whoever signs out leaves at once, and the next one joins a channel of their own', () => {
  const { channel, watched, log } = start()
  watched.value = true
  channel.value = null
  expect(log).toEqual(['join gardens.1', 'leave gardens.1'])
  channel.value = 'gardens.2'
  channel.value = 'gardens.3'
  expect(log.slice(2)).toEqual(['join gardens.2', 'leave gardens.2', 'join gardens.3'])
})

test('nothing stays joined after the end', () => {
  const { watched, log, stop } = start()
  watched.value = true
  stop()
  watched.value = false
  watched.value = true
  expect(log).toEqual(['join gardens.1', 'leave gardens.1'])
})
