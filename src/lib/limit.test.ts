import { expect, test } from 'vitest'
import { limit } from './limit.ts'

test('so many run at a time, in the order they came, and each answer is its own', async () => {
  let running = 0
  let most = 0
  const order: number[] = []
  const work = limit(async (n: number) => {
    order.push(n)
    most = Math.max(most, ++running)
    await new Promise((done) => setTimeout(done, 10 - n))
    running--
    return n * 2
  }, 2)
  expect(await Promise.all([0, 1, 2, 3, 4, 5].map((n) => work(n)))).toEqual([0, 2, 4, 6, 8, 10])
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5]])
})

test('one that fails fails for its caller alone and gives its place to the next', async () => {
  const work = limit(async (n: number) => {
    if (n === 1) throw new Error('one')
    return n
  }, 1)
  const told = await Promise.allSettled([work(0), work(1), work(2)])
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await work(3)).toBe(3)
})
