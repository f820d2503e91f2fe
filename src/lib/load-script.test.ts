import { expect, test } from 'vitest'
import { loadScript } from './load-script.ts'

function failing(times: number) {
  const waits: number[] = []
  let calls = 0
  return {
    waits,
    calls: () => calls,
    options: {
      load: async () => {
        if (++calls <= times) throw new Error('no')
      },
      wait: async (ms: number) => void waits.push(ms),
    },
  }
}

test('a failure is retried three times, waiting n·2ⁿ ms', async () => {
  const flaky = failing(3)
  await loadScript('https://maps.example/a.js', flaky.options)
  expect(flaky.waits).toEqual([2, 8, 24])
  expect(flaky.calls()).toBe(4)
})

test('a fourth failure is told, and a later call tries anew', async () => {
  const down = failing(4)
  await expect(loadScript('https://maps.example/b.js', down.options)).rejects.toThrow('no')
  await loadScript('https://maps.example/b.js', down.options)
  expect(down.calls()).toBe(5)
})

test('it is loaded once, however many ask', async () => {
  const once = failing(0)
  await Promise.all([
    loadScript('https://maps.example/c.js', once.options),
    loadScript('https://maps.example/c.js', once.options),
  ])
  expect(once.calls()).toBe(1)
})
