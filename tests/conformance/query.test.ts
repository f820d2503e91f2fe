import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { matches } from '#core/query/matches.ts'
import { between, leadsTo, type AnyWhere } from '#core/query/where.ts'
import { createContext } from '#server/context/create-context.ts'
import { condition as compiled } from '#server/db/conditions.ts'
import { selectIds } from '#server/db/rows.ts'
import { resolve } from '#server/resource/visibility.ts'
import { engines } from '../engines.ts'
import { createSmallWorld, type SmallWorld } from '../security/small-world.ts'
import { branches, forest, leaves, oracleOf, plantBranches, plantLeaves, where } from './forest.fixture.ts'
import { runs } from '../tier.ts'

describe.each(engines)('questions on $engine', ({ engine, open }) => {
  let world: SmallWorld
  let user: CurrentUser
  beforeAll(async () => {
    world = await createSmallWorld(await open(), [forest()])
    user = (await world.person('foreman')).user
    await plantBranches(world)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('SQL and `matches` agree on generated records and conditions', async () => {
    const { services } = world.app
    const ctx = createContext(services, { user })
    const oracle = await oracleOf(ctx)
    const fewer = engine === 'SQLite' ? {} : { numRuns: runs(60) }
    await plantLeaves(world, 4)
    const planted = await ctx.all(leaves)
    expect(planted).toHaveLength(32)
    await fc.assert(
      fc.asyncProperty(where, async (condition) => {
        const found = new Set((await ctx.all(leaves, condition as never)).map(({ id }) => id))
        for (const leaf of planted) {
          const answer = await oracle(condition, leaf)
          expect({ leaf, answer }).toEqual({ leaf, answer: found.has(leaf.id) })
          // What is not loaded leaves the answer open or as it is, but never turns it around.
          const partly = matches(condition, leaf)
          if (partly !== 'unknown') expect(partly).toBe(answer)
        }
      }),
      { numRuns: 300, ...fewer },
    )
  })

  test('a condition selects the same rows however many the statement asks for, and whatever else it demands', async () => {
    const { services } = world.app
    const ctx = createContext(services, { user })
    const { catalog, db } = ctx
    const numRuns = runs(engine === 'SQLite' ? 200 : 60)
    await fc.assert(
      fc.asyncProperty(where, fc.integer({ min: 1, max: 8 }), async (condition, branch) => {
        const rule = await resolve(catalog, condition, ctx)
        const ids = async (tested: Parameters<typeof compiled>[3], also: AnyWhere = {}) =>
          selectIds(db, catalog, leaves, {
            where: sql`${compiled(catalog, leaves, rule, tested)} and ${compiled(catalog, leaves, also)}`,
            order: sql` order by t.id`,
          })
        expect(await ids({ few: true })).toEqual(await ids({}))
        for (const given of [{ branch_id: branch }, { $all: [{ branch_id: [branch, 1] }, { kind: 'oak' }] }])
          expect(await ids({ given }, given)).toEqual(await ids({}, given))
      }),
      { numRuns },
    )
  })

  test('`leadsTo` finds the rows above those that match, and none beside them', async () => {
    const ctx = createContext(world.app.services, { user })
    const planted = new Map<string, number>()
    for (const path of ['/1/', '/1/2/', '/1/2/3/', '/1/20/', '/10/', '/10/11/'])
      planted.set(path, (await world.plant(branches, { name: `at ${path}`, path })).id)
    const above = async (name: string) =>
      (await ctx.all(branches, { path: leadsTo(branches, { name }) })).map(({ path }) => path)
    expect(await above('at /1/2/3/')).toEqual(['/1/', '/1/2/'])
    expect(await above('at /1/20/')).toEqual(['/1/'])
    expect(await above('at /10/11/')).toEqual(['/10/'])
    expect(await above('at /1/')).toEqual([])
    const named = { path: leadsTo(branches, { id: planted.get('/1/2/') ?? 0 }) }
    expect(await ctx.count(branches, named)).toBe(1)
  })

  test('a rule that leads back into its own entity is refused at start, by name', async () => {
    await expect(createSmallWorld(await open(), [forest(true)])).rejects.toThrow(
      'Who may see "mirror" depends on who may see it: mirror → mirror.',
    )
  })

  test('`between` on text is a mistake, since engines order text differently', async () => {
    const ctx = createContext(world.app.services, { user })
    await expect(ctx.all(leaves as Entity, { title: between('a', 'b') })).rejects.toThrow(
      '"between" compares numbers, dates and instants, not text.',
    )
  })
})
