import fc from 'fast-check'
import { area } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, instant, lines, number, ref, text } from '#core/entity/fields.ts'
import { lookupIn } from '#core/query/lookup.ts'
import { matchesAsking, type Truth } from '#core/query/matches.ts'
import { anyOf, between, granted, not, same, some, under, within, type AnyWhere } from '#core/query/where.ts'
import type { Context } from '#server/context/context.ts'
import { defineServer, serve } from '#server/define-server.ts'
import type { SmallWorld } from '../security/small-world.ts'

export const branches = defineEntity('branch', {
  endpoint: 'api/branches',
  area: area('branches', { foreman: ['view'] }),
  sort: 'name',
  fields: { name: text(), parent_id: ref('branch', { onDelete: 'keep' }).optional(), path: text().optional() },
})
export const leaves = defineEntity('leaf', {
  endpoint: 'api/leaves',
  area: 'branches',
  sort: 'title',
  fields: {
    title: text().optional(),
    level: number().optional(),
    day: date().optional(),
    seen_at: instant().optional(),
    green: flag().default(false),
    kind: choice('oak', 'elm', 'ash').optional(),
    branch_id: ref('branch', { onDelete: 'keep' }).optional(),
    leaf_marks: lines({ label: text().optional(), weight: number().optional(), leaf_ref: ref('branch').optional() }),
  },
})
export const permits = defineEntity('permit', {
  endpoint: 'api/permits',
  area: 'branches',
  sort: 'id',
  fields: { branch_id: ref('branch'), subject: text(), weight: number() },
})
/** A kind of record whose visibility a test makes depend on itself. */
export const mirrors = defineEntity('mirror', {
  endpoint: 'api/mirrors',
  area: 'branches',
  sort: 'id',
  fields: { branch_id: ref('branch').optional(), mirror_id: ref('mirror').optional() },
})
export type Leaf = RecordOf<typeof leaves>

export const forest = (circular = false) => ({
  id: 'forest',
  exports: { branches, leaves, permits, mirrors },
  server: defineServer({
    serve: [serve(mirrors, { visible: () => (circular ? { mirror_id: within(mirrors) } : true) })],
  }),
})

const days = ['2026-01-31', '2026-02-01', '2027-12-31']
const instants = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2027-01-01T12:00:00.000Z']
const texts = ['a', 'A', 'ä', 'b', 'straße', 'STRASSE', '', "o'clock", '%', '10', '9']
const levels = [-1, 0, 0.25, 1, 2, 10]
const kinds = ['oak', 'elm', 'ash'] as const
const orNull = <T>(values: readonly T[]) => fc.constantFrom<T | null>(...values, null)

const aMark = fc.record({ label: fc.constantFrom(...texts), weight: orNull(levels) })
export const aLeaf = fc.record({
  title: orNull(texts.filter(Boolean)),
  level: orNull(levels),
  day: orNull(days),
  seen_at: orNull(instants),
  green: fc.boolean(),
  kind: orNull(kinds),
  branch: fc.nat({ max: 7 }),
  leaf_marks: fc.array(aMark, { maxLength: 3 }),
})

/** Conditions on leaves, of every kind. */
export const { where } = fc.letrec<{ where: AnyWhere; test: AnyWhere }>((tie) => {
  const listOf = <T>(values: readonly T[]) => fc.array(orNull(values), { maxLength: 3 })
  const of = <T>(values: readonly T[]) =>
    fc.oneof(
      orNull(values),
      listOf(values),
      orNull(values).map((value) => not(value as never)),
      listOf(values).map((some) => not(some as never)),
    )
  const range = (values: readonly (string | number)[]) =>
    fc.tuple(orNull(values), orNull(values)).map(([from, to]) => between(from, to))
  const branch = fc.nat({ max: 8 })
  return {
    test: fc.oneof(
      fc.record({ title: of(texts) }),
      fc.record({ level: fc.oneof(of(levels), range(levels)) }),
      fc.record({ day: fc.oneof(of(days), range(days)) }),
      fc.record({ seen_at: fc.oneof(of(instants), range(instants)) }),
      fc.record({ green: fc.boolean() }),
      fc.record({ kind: of(kinds) }),
      fc.record({
        leaf_marks: fc
          .record({ label: of(texts), weight: fc.oneof(of(levels), range(levels)) }, { requiredKeys: [] })
          .chain((line) => fc.constantFrom(some(line as never), not(some(line as never)))),
      }),
      fc.record({ title: fc.constantFrom(...texts.filter(Boolean)).map(same) }),
      fc.record({
        branch_id: fc
          .record({ name: of(['0', '1', '2', '3']) }, { requiredKeys: [] })
          .map((inner) => within(branches, inner as never)),
      }),
      fc.record({ branch_id: branch.map((id) => under(branches, 'parent_id', id)) }),
      fc.record({
        branch_id: fc
          .tuple(fc.subarray(['role:foreman', 'user:1', 'user:2']), fc.nat({ max: 2 }), fc.subarray([0, 1, 2]))
          .map(([subjects, otherwise, some]) => granted(permits, 'branch_id', { subjects, otherwise }, some)),
      }),
      fc.constant<AnyWhere>({}),
    ),
    where: fc.oneof(
      { depthSize: 'small' },
      tie('test'),
      fc.array(tie('where'), { maxLength: 3 }).map((rules) => anyOf(...(rules as never[])) as AnyWhere),
      fc.array(tie('where'), { maxLength: 3 }).map((rules): AnyWhere => ({ $all: rules as AnyWhere[] })),
      fc.tuple(tie('test'), tie('where')).map(([a, b]) => ({ ...a, ...b })),
    ),
  }
})

/** Branches, some of them above others and one deleted, and who is granted what on them. */
export async function plantBranches(world: SmallWorld): Promise<void> {
  // 0 is above 1 and 2, which is above 3; 4 and 5 form a circle; 6 is deleted and above 7.
  const above = [null, 1, 1, 3, null, 5, null, 7]
  for (const [at, parent_id] of above.entries()) await world.plant(branches, { name: String(at), parent_id })
  const boss = await world.person('admin')
  await boss.patch('/api/branches/5', { parent_id: 6 })
  await boss.delete('/api/branches/7')
  await world.plant(permits, { branch_id: 1, subject: 'role:foreman', weight: 121 })
  await world.plant(permits, { branch_id: 1, subject: 'user:1', weight: 102 })
  await world.plant(permits, { branch_id: 2, subject: 'user:2', weight: 0 })
  await world.plant(permits, { branch_id: 3, subject: 'role:foreman', weight: 20 })
  await world.plant(permits, { branch_id: 3, subject: 'user:1', weight: 101 })
}

/** Leaves as `aLeaf` generates them. */
export async function plantLeaves(world: SmallWorld, numRuns: number): Promise<void> {
  const records = fc.array(aLeaf, { minLength: 8, maxLength: 8 })
  for (const rows of fc.sample(records, { numRuns }))
    for (const { branch, ...leaf } of rows) await world.plant(leaves, { ...leaf, branch_id: branch || null })
}

/** Says of a leaf whether it matches, by `matches` and the branches and permits that there are. */
export async function oracleOf(ctx: Context): Promise<(where: AnyWhere, leaf: Leaf) => Promise<Truth>> {
  const known = new Map((await ctx.all(branches)).map((record) => [record.id, record]))
  const find = (entity: string, id: unknown) => (entity === 'branch' ? (known.get(Number(id)) ?? null) : undefined)
  const lookup = lookupIn(find)
  const given = await ctx.all(permits)
  return (condition, leaf) =>
    matchesAsking(condition, leaf, async (op, value) => {
      if (op.$op !== 'granted') return lookup(op, value)
      const weights = given.flatMap(({ branch_id, subject, weight }) =>
        branch_id === value && (op.subjects as string[]).includes(subject) ? [weight] : [],
      )
      const level = weights.length ? Math.min(...weights) % 10 : Number(op.otherwise)
      return (op.levels as number[]).includes(level)
    })
}
