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

/**
 * The numbers of new records of which none has one yet, in order: each scope's counter moves on by all of its own at once.
 */
export async function takeNumbers(
  ctx: Context,
  entity: Entity,
  drafts: readonly Readonly<Record<string, unknown>>[],
): Promise<Record<string, number>[]> {
  const sequence = sequenceOf(entity)
  const isTyped = ({ [sequence?.field ?? '']: number }: Readonly<Record<string, unknown>>) => typeof number === 'number'
  if (!sequence || drafts.some(isTyped)) {
    const taken: Record<string, number>[] = []
    for (const draft of drafts) taken.push(await takeNumber(ctx, entity, draft))
    return taken
  }
  const { field, within } = sequence
  const scopeOf = (draft: Readonly<Record<string, unknown>>) => Number(draft[within])
  const next = new Map<number, number>()
  for (const [scope, { length }] of Map.groupBy(drafts, scopeOf)) {
    const { rows } = await sql<{
      last: unknown
    }>`insert into sequences (entity, scope, last) values (${entity.name}, ${scope}, ${highest(entity, field, within, scope)} + ${length}) on conflict (entity, scope) do update set last = sequences.last + ${length} returning last`.execute(
      ctx.db,
    )
    next.set(scope, Number(rows[0]?.last) - length + 1)
  }
  return drafts.map((draft) => {
    const number = next.get(scopeOf(draft)) ?? 1
    next.set(scopeOf(draft), number + 1)
    return { [field]: number }
  })
}

/**
 * The number that a new record is assigned: the next one, or the one the user typed, after which the sequence continues. The
 * counter's row stays locked until the transaction ends, so concurrent saves get different numbers.
 */
async function takeNumber(
  ctx: Context,
  entity: Entity,
  draft: Readonly<Record<string, unknown>>,
): Promise<Record<string, number>> {
  const sequence = sequenceOf(entity)
  if (!sequence) return {}
  const { field, within } = sequence
  const scope = Number(draft[within])
  const typed = typeof draft[field] === 'number' ? draft[field] : null
  const first = sql`${highest(entity, field, within, scope)} + 1`
  const next =
    typed === null
      ? sql`sequences.last + 1`
      : sql`case when sequences.last > ${typed} then sequences.last else ${typed} end`
  const { rows } = await sql<{
    last: unknown
  }>`insert into sequences (entity, scope, last) values (${entity.name}, ${scope}, ${first}) on conflict (entity, scope) do update set last = ${next} returning last`.execute(
    ctx.db,
  )
  if (typed === null) return { [field]: Number(rows[0]?.last) }
  // A newly inserted counter starts from the existing rows, which do not include the typed number yet.
  if (typed > Number(rows[0]?.last))
    await sql`update sequences set last = ${typed} where entity = ${entity.name} and scope = ${scope}`.execute(ctx.db)
  return {}
}
