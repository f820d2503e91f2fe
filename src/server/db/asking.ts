import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { FieldKind, Fields } from '../../core/entity/field.ts'
import { decode, isStored } from './codec.ts'
import { compared, ordered } from './conditions.ts'
import { columnOf, type Executor } from './database.ts'
import { SUM_SCALE } from './own-tables.ts'
import { planOf, relatedFields, type Known } from './plan.ts'
import type { LineTable } from './tables.ts'

type Sql = RawBuilder<unknown>
type Answer = Record<string, unknown>

interface Asked {
  readonly name: string
  readonly kind: FieldKind
  readonly sql: Sql
}

/** What is kept of a sum, without what the running transaction adds when it ends. */
const keptSum = (name: string): Sql =>
  sql`coalesce((select s.total from sums as s where s.name = ${sql.lit(name)} and s.parent_id = t.id), 0) / ${sql.lit(SUM_SCALE)}.0`

/** A field with a column, of the record itself or joined, or a sum that is kept of it. @throws for any other */
function askedOf(known: Known, entity: Entity, name: string): Asked {
  const related = relatedFields(known, entity).find((one) => one.name === name)
  if (related) return { name, kind: related.kind, sql: columnOf(related.alias, related.field) }
  const kept = known.sums(entity).find(({ field }) => field === name)
  if (kept) return { name, kind: 'number', sql: keptSum(kept.name) }
  const { kind, facts } = (entity.fields as Fields)[name] ?? {}
  const own = name === 'id' ? 'ref' : /^(created|updated|deleted)_at$/.test(name) ? 'instant' : kind
  if (!own || !isStored(own) || facts?.writeOnly) throw new Error(`Records of "${entity.name}" store no "${name}".`)
  return { name, kind: own, sql: columnOf('t', name) }
}

/** @throws for kinds that the engines order differently */
function orderedOf(known: Known, entity: Entity, name: string): Asked {
  const asked = askedOf(known, entity, name)
  if (!ordered.includes(asked.kind))
    throw new Error(`The greatest "${name}" of "${entity.name}" is not defined: it is ${asked.kind}.`)
  return asked
}

const alias = (at: number) => sql.ref(`c${at}`)
const selected = (columns: readonly Asked[]) =>
  sql.join(columns.map((column, at) => sql`${column.sql} as ${alias(at)}`))
const decoded = (columns: readonly Asked[], row: Answer, from = 0): Answer =>
  Object.fromEntries(columns.map(({ name, kind }, at) => [name, decode(kind, row[`c${from + at}`])]))

export async function existsRow(db: Executor, { table }: Entity, where: Sql): Promise<boolean> {
  return (await sql`select 1 from ${sql.table(table)} as t where ${where} limit 1`.execute(db)).rows.length > 0
}

export async function existsLine(
  db: Executor,
  known: Known,
  { table, fields }: LineTable,
  line: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const tests = Object.entries(line).map(([name, value]) => {
    const { kind } = fields[name] ?? {}
    if (!kind) throw new Error(`Lines in "${table}" store no "${name}".`)
    return compared(known, columnOf('t', name), kind, value)
  })
  const found = sql`select 1 from ${sql.table(table)} as t where ${sql.join(tests, sql` and `)} limit 1`
  return (await found.execute(db)).rows.length > 0
}

interface Picks {
  readonly most?: number
  readonly latest?: { readonly most: number; readonly of?: string; readonly by: string }
}

/** `T` is the asker's to name: the values are decoded by the description that its fields come from. */
export async function pickRows<T>(
  db: Executor,
  known: Known,
  entity: Entity,
  fields: readonly string[],
  where: Sql,
  { most, latest }: Picks,
): Promise<T[]> {
  const columns = fields.map((name) => askedOf(known, entity, name))
  const from = sql`${planOf(known, entity).from} where ${where}`
  const limit = most === undefined ? sql`` : sql` limit ${sql.lit(most)}`
  const answer = async (statement: RawBuilder<Answer>) =>
    (await statement.execute(db)).rows.map((row) => decoded(columns, row) as T)
  if (!latest) return answer(sql`select ${selected(columns)} ${from} order by t.id${limit}`)
  const by = orderedOf(known, entity, latest.by).sql
  const [some, last] = [sql`${from} and ${by} is not null`, sql`order by ${by} desc, t.id desc`]
  if (latest.of === undefined)
    return answer(sql`select ${selected(columns)} ${some} ${last} limit ${sql.lit(latest.most)}`)
  const place = sql`row_number() over (partition by ${askedOf(known, entity, latest.of).sql} ${last}) as place`
  const placed = sql`select ${selected(columns)}, t.id as id, ${place} ${some}`
  return answer(sql`select * from (${placed}) as p where place <= ${sql.lit(latest.most)} order by place, id${limit}`)
}

/** What is asked of groups, with the types of their fields erased. */
export interface Groups {
  readonly by: readonly string[]
  readonly sum?: readonly string[]
  readonly max?: readonly string[]
  readonly min?: readonly string[]
}
const count: Asked = { name: 'count', kind: 'number', sql: sql`count(*)` }

/** `T` is the asker's to name, as in `pickRows`. */
export async function groupRows<T>(
  db: Executor,
  known: Known,
  entity: Entity,
  { by, sum = [], max = [], min = [] }: Groups,
  where: Sql,
): Promise<T[]> {
  const sumOf = (name: string): Asked => ({
    name,
    kind: 'number',
    sql: sql`coalesce(sum(${askedOf(known, entity, name).sql}), 0)`,
  })
  const most =
    (which: 'max' | 'min') =>
    (name: string): Asked => {
      const asked = orderedOf(known, entity, name)
      return { ...asked, sql: sql`${sql.raw(which)}(${asked.sql})` }
    }
  const shared = by.map((name) => askedOf(known, entity, name))
  const parts = { count: [count], sum: sum.map(sumOf), max: max.map(most('max')), min: min.map(most('min')) }
  const columns = [...shared, ...Object.values(parts).flat()]
  const grouped = sql` group by ${sql.join(shared.map((column) => column.sql))}`
  const { rows } =
    await sql<Answer>`select ${selected(columns)} ${planOf(known, entity).from} where ${where}${grouped} order by min(t.id)`.execute(
      db,
    )
  return rows.map((row) => {
    let from = 0
    const next = (some: readonly Asked[]) => decoded(some, row, (from += some.length) - some.length)
    const own = { ...next(shared), ...next(parts.count) }
    return { ...own, sum: next(parts.sum), max: next(parts.max), min: next(parts.min) } as T
  })
}
