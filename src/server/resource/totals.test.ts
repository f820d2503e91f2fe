import { expect, test } from 'vitest'
import { createTotals } from './totals.ts'

const crates = { name: 'crate' } as never
const counting = (total: number, weight?: number) => {
  const asked = { times: 0 }
  return {
    asked,
    count: async () => {
      asked.times++
      return { total, ...(weight !== undefined && { weight }) }
    },
  }
}

test('a large count is held until a record that may affect it changes, and is known to have been large after that', async () => {
  const totals = createTotals(() => true)
  const { asked, count } = counting(5000)
  await totals.read('a', ['crate'], count)
  await totals.read('a', ['crate'], count)
  expect(asked.times).toBe(1)
  totals.changed([crates])
  expect(totals.peek('a', ['crate'])).toBeUndefined()
  expect(totals.wasLarge('a')).toBe(true)
  await totals.read('a', ['crate'], count)
  expect(asked.times).toBe(2)
})

test('a small count is counted each time', async () => {
  const totals = createTotals(() => true)
  const { asked, count } = counting(10)
  await totals.read('a', ['crate'], count)
  await totals.read('a', ['crate'], count)
  expect(asked.times).toBe(2)
  expect(totals.wasLarge('a')).toBe(false)
})

test('what is held with counts has a limit, however few they are', async () => {
  const totals = createTotals(() => true)
  const { count } = counting(5000, 1000)
  for (let at = 0; at < 60; at++) await totals.read(`list ${at}`, ['crate'], count)
  const held = Array.from({ length: 60 }, (_, at) => totals.wasLarge(`list ${at}`)).filter(Boolean)
  expect(held.length).toBeLessThanOrEqual(50)
  expect(totals.wasLarge('list 59')).toBe(true)
})
