import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#server/context/context.ts'
import { transact } from '#server/context/transact.ts'
import { rarerEnginesOfTier } from '../engines.ts'
import { createSmallWorld, type SmallWorld } from '../security/small-world.ts'

const answer = 'an answer'
const fail = () => Promise.reject(new Error('on purpose'))

describe.each(rarerEnginesOfTier)('What a transaction knows on $engine', ({ open }) => {
  let world: SmallWorld
  beforeAll(async () => {
    world = await createSmallWorld(await open())
  })
  afterAll(() => world.close())
  const inTransaction = <T>(task: (ctx: Context) => Promise<T>) => {
    const { services } = world.app
    return transact(services, { user: services.system }, task)
  }

  test('is asked once, and anew by the next one', async () => {
    let asked = 0
    const ask = async () => ++asked
    const twice = (ctx: Context) => Promise.all([ctx.once(answer, ask), ctx.once(answer, ask)])
    expect(await inTransaction(twice)).toEqual([1, 1])
    expect(await inTransaction(twice)).toEqual([2, 2])
  })

  test('is forgotten where it was asked in an attempt that failed', async () => {
    await inTransaction(async (ctx) => {
      const before = 'asked before'
      expect(ctx.once(before, () => 'first')).toBe('first')
      await ctx.attempt(async () => {
        await ctx.once(answer, async () => 1)
        await fail()
      })
      expect(await ctx.once(answer, async () => 2)).toBe(2)
      expect(ctx.once(before, () => 'second')).toBe('first')
    })
  })

  test('includes the locks that it holds: it takes those that it lacks, and says which', async () => {
    await inTransaction(async (ctx) => {
      expect(await ctx.alone('plans', ['a', 'b', 'a'])).toEqual(['a', 'b'])
      expect(await ctx.alone('plans', ['b', 'c'])).toEqual(['c'])
      expect(await ctx.alone('plans', ['a'])).toEqual([])
      // Rolling back releases what was locked since, so that it has to be locked again.
      await ctx.attempt(async () => {
        await ctx.alone('plans', ['d'])
        await fail()
      })
      expect(await ctx.alone('plans', ['a', 'd'])).toEqual(['d'])
    })
  })

  test('keeps others from parts that it holds, and from the whole', async () => {
    const turns: string[] = []
    const others: Promise<unknown>[] = []
    await inTransaction(async (ctx) => {
      await ctx.alone('work', ['a'])
      // Before anybody waits for the whole, behind whom everyone waits.
      if (ctx.catalog.dialect === 'postgres') await inTransaction((other) => other.alone('work', ['b']))
      others.push(
        ...[['a'], undefined].map((parts) =>
          inTransaction(async (other) => {
            await other.alone('work', parts)
            turns.push('another')
          }),
        ),
      )
      turns.push('first')
    })
    await Promise.all(others)
    expect(turns).toEqual(['first', 'another', 'another'])
  })
})
