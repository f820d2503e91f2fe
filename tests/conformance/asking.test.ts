import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#core/entity/entity.ts'
import { withDeleted, type AnyWhere } from '#core/query/where.ts'
import { createContext } from '#server/context/create-context.ts'
import type { Context } from '#server/context/context.ts'
import { engines } from '../engines.ts'
import { createSmallWorld, type SmallWorld } from '../security/small-world.ts'
import { branches, forest, leaves, oracleOf, plantBranches, plantLeaves, where, type Leaf } from './forest.fixture.ts'
import { runs } from '../tier.ts'

const byId = (a: Leaf, b: Leaf) => a.id - b.id
/** The last of the records by a field that may be empty, and of equal ones the one made last. */
const lastBy = (field: 'level' | 'day' | 'seen_at', found: readonly Leaf[]) =>
  found
    .filter((leaf) => leaf[field] !== null)
    .toSorted((a, b) => {
      const [x, y] = [a[field], b[field]]
      return x === y ? a.id - b.id : (x ?? 0) < (y ?? 0) ? -1 : 1
    })
    .at(-1) ?? null

describe.each(engines)('Asking without whole records on $engine', ({ engine, open }) => {
  let world: SmallWorld
  let ctx: Context
  let planted: Leaf[]
  let oracle: Awaited<ReturnType<typeof oracleOf>>
  beforeAll(async () => {
    world = await createSmallWorld(await open(), [forest()])
    const { user } = await world.person('foreman')
    await plantBranches(world)
    await plantLeaves(world, 4)
    // Of the others chance decides whether they have lines.
    const felled = await world.plant(leaves, { leaf_marks: [{ label: 'felled', weight: 0.25 }] })
    const admin = await world.person('admin')
    for (const id of [3, 11, 19, felled.id]) await admin.delete(`/api/leaves/${id}`)
    ctx = createContext(world.app.services, { user })
    planted = await ctx.all(leaves, withDeleted)
    oracle = await oracleOf(ctx)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  async function found(condition: AnyWhere): Promise<Leaf[]> {
    const matching: Leaf[] = []
    for (const leaf of planted)
      if (('deleted_at' in condition || leaf.deleted_at === null) && (await oracle(condition, leaf)) === true)
        matching.push(leaf)
    return matching
  }

  test('agrees with a plain evaluation of the same conditions over all records', async () => {
    expect(planted).toHaveLength(33)
    const asked = fc.tuple(where, fc.boolean()).map(([one, deleted]) => (deleted ? { ...one, ...withDeleted } : one))
    const field = fc.constantFrom('level' as const, 'day' as const, 'seen_at' as const)
    await fc.assert(
      fc.asyncProperty(asked, field, fc.nat({ max: 3 }), async (condition, by, least) => {
        const expected = await found(condition)
        const rule = condition as never
        expect(await ctx.exists(leaves, rule)).toBe(expected.length > 0)
        const last = async (name: 'id' | typeof by) =>
          (await ctx.pick(leaves, ['id'], rule, { latest: { most: 1, by: name } }))[0]?.id
        expect(await last('id')).toBe(expected.toSorted(byId).at(-1)?.id)
        expect(await last(by)).toBe(lastBy(by, expected)?.id)
        const fields = ['id', 'title', 'level', 'day', 'seen_at', 'green', 'kind', 'branch_id'] as const
        const picked = expected
          .toSorted(byId)
          .map((leaf) => Object.fromEntries(fields.map((name) => [name, leaf[name]])))
        expect(await ctx.pick(leaves, fields, rule)).toEqual(picked)
        expect(await ctx.pick(leaves, fields, rule, { most: least })).toEqual(picked.slice(0, least))
        const groups = [...Map.groupBy(expected.toSorted(byId), ({ kind, green }) => `${kind} ${green}`).values()]
        const wanted = groups.map((group) => {
          const [{ kind = null, green = false } = {}] = group
          const sum = { level: group.reduce((all, { level }) => all + (level ?? 0), 0) }
          const days = group.flatMap(({ day }) => day ?? []).toSorted()
          const [max, min] = [{ day: days.at(-1) ?? null, id: group.at(-1)?.id }, { day: days.at(0) ?? null }]
          return { kind, green, count: group.length, sum, max, min }
        })
        expect(
          await ctx.groups(leaves, {
            by: ['kind', 'green'],
            where: rule,
            sum: ['level'],
            max: ['day', 'id'],
            min: ['day'],
          }),
        ).toEqual(wanted)
        const latest = { most: least, of: 'kind', by } as const
        const lists = [...Map.groupBy(expected, ({ kind }) => kind).values()].map((group) => {
          const ids: number[] = []
          for (let rest = group; ids.length < least; rest = rest.filter(({ id }) => !ids.includes(id))) {
            const last = lastBy(by, rest)
            if (!last) break
            ids.push(last.id)
          }
          return ids
        })
        const newest = await ctx.pick(leaves, ['id', 'kind'], rule, { latest })
        const newestOf = [...Map.groupBy(newest, ({ kind }) => kind).values()].map((group) => group.map(({ id }) => id))
        const inOrder = (all: number[][]) =>
          all.filter(({ length }) => length).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
        expect(inOrder(newestOf)).toEqual(inOrder(lists))
      }),
      { numRuns: runs(engine === 'SQLite' ? 150 : 50) },
    )
  })

  test('finds lines of records, deleted ones too', async () => {
    expect(await ctx.exists('leaf_marks', { label: 'felled', weight: 0.25 })).toBe(true)
    expect(await ctx.exists('leaf_marks', { label: 'of no leaf' })).toBe(false)
  })

  test('refuses what is stored nowhere, and what the engines would order differently', async () => {
    const anyLeaf: Entity = leaves
    await expect(ctx.pick(anyLeaf, ['leaf_marks'])).rejects.toThrow('Records of "leaf" store no "leaf_marks".')
    await expect(ctx.pick(anyLeaf, ['nothing'])).rejects.toThrow('Records of "leaf" store no "nothing".')
    await expect(ctx.pick(leaves, ['id'], {}, { latest: { most: 1, by: 'title' } })).rejects.toThrow(
      'The greatest "title" of "leaf" is not defined: it is text.',
    )
    await expect(ctx.all(leaves, { $all: [{ day: { $op: 'same', value: '1' } }] })).rejects.toThrow(
      '"same" compares texts, not date.',
    )
    await expect(ctx.exists('nowhere', {})).rejects.toThrow('No description has lines in "nowhere".')
    await expect(ctx.exists('leaf_marks', { title: 'a' })).rejects.toThrow('Lines in "leaf_marks" store no "title".')
    expect(await ctx.pick(branches, ['name'], { name: '1' })).toEqual([{ name: '1' }])
  })
})
