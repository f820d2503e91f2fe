import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#core/entity/entity.ts'
import { same } from '#core/query/where.ts'
import { rarerEnginesOfTier } from '../engines.ts'
import { createSmallWorld, sites, type SmallWorld } from '../security/small-world.ts'
import { forest, leaves, permits, type Leaf } from './forest.fixture.ts'

describe.each(rarerEnginesOfTier)('What the server derives on $engine', ({ engine, open }) => {
  let world: SmallWorld
  beforeAll(async () => {
    world = await createSmallWorld(await open(), [forest()])
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const events = async () =>
    (await sql<{ n: unknown }>`select count(*) as n from events`.execute(world.app.services.database.kysely)).rows

  test('is set in many records at once, without history, in the forms of their fields', async () => {
    const made = await world.system((ctx) =>
      ctx.save(
        leaves,
        Array.from({ length: 1001 }, () => ({ title: 'Old', level: 1, green: false })),
      ),
    )
    const before = await events()
    const derived = made.map(({ id }, at): Partial<Leaf> & { id: number } => ({
      id,
      title: at ? `Néw ${at}` : null,
      level: at ? at / 4 : null,
      day: at ? '2026-02-01' : null,
      seen_at: at ? '2026-02-01T00:00:00.000Z' : null,
      green: at % 2 === 0,
      kind: at ? 'elm' : null,
    }))
    await world.system((ctx) => ctx.setDerived(leaves, derived))
    await world.system((ctx) => ctx.setDerived(leaves, []))
    const now = await world.system((ctx) => ctx.all(leaves))
    expect(now.map((leaf, at) => ({ ...made[at], ...derived[at], leaf_marks: leaf.leaf_marks }))).toEqual(now)
    expect(await world.system((ctx) => ctx.pick(leaves, ['id'], { title: same('new 7') }))).toEqual([
      { id: made[7]?.id },
    ])
    expect(await events()).toEqual(before)
    const moment = '2026-03-01T00:00:00.000Z'
    await world.system((ctx) => ctx.setDerived(leaves, [{ id: now[0]?.id ?? 0, level: 1, updated_at: moment }]))
    const [changed, unchanged] = await world.system((ctx) => ctx.pick(leaves, ['updated_at'], {}))
    expect([changed?.updated_at, unchanged?.updated_at]).toEqual([moment, now[1]?.updated_at])
  })

  test('replaces what was derived before, of the records that a condition names alone', async () => {
    const rule = (branch_id: number, subject: string) => ({ branch_id, subject, weight: 1 })
    const kept = () => world.system((ctx) => ctx.pick(permits, ['branch_id', 'subject', 'weight']))
    await world.system((ctx) =>
      ctx.setDerived(permits, [rule(1, 'a'), rule(1, 'b'), rule(2, 'a')], { branch_id: [1, 2] }),
    )
    await world.system((ctx) => ctx.setDerived(permits, [rule(1, 'c')], { branch_id: 1 }))
    expect(await kept()).toEqual([rule(2, 'a'), rule(1, 'c')])
    await world.system((ctx) => ctx.setDerived(permits, [], { branch_id: 2 }))
    expect(await kept()).toEqual([rule(1, 'c')])
  })

  test('is no text that is searched, and nothing that is not stored', async () => {
    const anything: Entity = sites
    const set = (row: object) => world.system((ctx) => ctx.setDerived(anything, [{ id: 1, ...row }]))
    await expect(set({ name: 'x' })).rejects.toThrow('"name" of "site" cannot be derived.')
    await expect(set({ firm_name: 'x' })).rejects.toThrow('"firm_name" of "site" cannot be derived.')
  })

  test('records that are locked wait for whoever is changing one of them, and keep others from it', async () => {
    const [leaf] = await world.system((ctx) => ctx.save(leaves, [{ title: 'Locked', kind: 'ash' }]))
    const turns: string[] = []
    let other: Promise<unknown> = Promise.resolve()
    await world.system(async (ctx) => {
      await ctx.lock(leaves, { kind: 'ash' })
      other = world.system(async (next) => {
        await next.save(leaves, { id: leaf?.id ?? 0, title: 'Changed' })
        turns.push('changed')
      })
      // Others are free.
      if (engine === 'PostgreSQL') await world.system((next) => next.save(leaves, { title: 'Free', kind: 'elm' }))
      turns.push('first')
    })
    await other
    expect(turns).toEqual(['first', 'changed'])
  })
})
