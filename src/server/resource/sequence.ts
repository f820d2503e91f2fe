import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import type { Context } from '../context/context.ts'

/** The field that holds the sequence number of an entity, and the ref that scopes it. */
export function sequenceOf({ fields }: Entity): { field: string; within: string } | null {
  for (const [field, { facts }] of Object.entries(fields as Fields))
    if (facts.sequence) return { field, within: facts.sequence.within }
  return null
}

/** The highest number ever used, deleted records included, since numbers are not reused. */
const highest = ({ table }: Entity, field: string, within: string, scope: Id): RawBuilder<number> =>
  sql`coalesce((select max(${sql.ref(field)}) from ${sql.table(table)} where ${sql.ref(within)} = ${scope}), 0)`

/** The number the next record will probably get; it is not reserved (rule next-number). */
export async function proposeNumber({ db }: Context, entity: Entity, scope: Id): Promise<number> {
  const sequence = sequenceOf(entity)
  if (!sequence) throw new Error(`"${entity.name}" is not numbered.`)
  const top = highest(entity, sequence.field, sequence.within, scope)
  const { rows } = await sql<{
    last: unknown
    top: unknown
  }>`select (select last from sequences where entity = ${entity.name} and scope = ${scope}) as last, ${top} as top`.execute(
    db,
  )
  return Math.max(Number(rows[0]?.last ?? 0), Number(rows[0]?.top ?? 0)) + 1
}

type Draft = Readonly<Record<string, unknown>>

/**
 * The numbers that new records are assigned, in order: the next ones, or those that the user typed, after which the
 * sequence continues. The counter's row stays locked until the transaction ends, so concurrent saves get different numbers.
 */
export async function takeNumbers(
  ctx: Context,
  entity: Entity,
  drafts: readonly Draft[],
): Promise<Record<string, number>[]> {
  const sequence = sequenceOf(entity)
  if (!sequence) return []
  const { field, within } = sequence
  if (drafts.some((draft) => typeof draft[field] === 'number')) {
    // A typed number moves the counter for those after it, so that each is looked at by itself.
    const [draft, ...others] = drafts
    if (others.length) {
      const each: Record<string, number>[] = []
      for (const one of drafts) each.push(...(await takeNumbers(ctx, entity, [one])))
      return each
    }
    await passTyped(ctx, entity, { field, within, scope: Number(draft?.[within]), typed: Number(draft?.[field]) })
    return [{}]
  }
  const scopeOf = (draft: Draft) => Number(draft[within])
  const next = new Map<number, number>()
  for (const [scope, { length }] of Map.groupBy(drafts, scopeOf)) {
    const first = sql`${highest(entity, field, within, scope)} + ${length}`
    const last = await moved(ctx, entity, { scope, first, next: sql`sequences.last + ${length}` })
    next.set(scope, last - length + 1)
  }
  return drafts.map((draft) => {
    const number = next.get(scopeOf(draft)) ?? 1
    next.set(scopeOf(draft), number + 1)
    return { [field]: number }
  })
}

interface Move {
  readonly scope: Id
  /** Where the counter begins if there is none yet. */
  readonly first: RawBuilder<unknown>
  readonly next: RawBuilder<unknown>
}

/** Moves a counter, and returns where it stands. */
async function moved({ db }: Context, { name }: Entity, { scope, first, next }: Move): Promise<number> {
  const { rows } = await sql<{
    last: unknown
  }>`insert into sequences (entity, scope, last) values (${name}, ${scope}, ${first}) on conflict (entity, scope) do update set last = ${next} returning last`.execute(
    db,
  )
  return Number(rows[0]?.last)
}

interface Typed {
  readonly field: string
  readonly within: string
  readonly scope: Id
  readonly typed: number
}

/** Moves a counter past a number that a user typed. */
async function passTyped(ctx: Context, entity: Entity, { field, within, scope, typed }: Typed): Promise<void> {
  const first = sql`${highest(entity, field, within, scope)} + 1`
  const next = sql`case when sequences.last > ${typed} then sequences.last else ${typed} end`
  // A newly inserted counter starts from the existing rows, which do not include the typed number yet.
  if (typed > (await moved(ctx, entity, { scope, first, next })))
    await sql`update sequences set last = ${typed} where entity = ${entity.name} and scope = ${scope}`.execute(ctx.db)
}
