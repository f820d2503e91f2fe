import { sql, type RawBuilder } from 'kysely'
import { textKey } from '../../lib/text-key.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { FieldKind, Fields } from '../../core/entity/field.ts'
import { conditionsOf, excludes } from '../../core/query/implies.ts'
import { excluded } from '../../core/query/matches.ts'
import { isOp, isSome, type AnyWhere, type Days, type Op, type Some } from '../../core/query/where.ts'
import { encode, hasKey } from './codec.ts'
import { isFound, namedByAll, namesOne, oneOf } from './alternatives.ts'
import { columnOf, inList } from './database.ts'
import type { Known } from './plan.ts'
import { lineTable, ownedBy } from './tables.ts'

type Condition = RawBuilder<unknown>

const all = (conditions: Condition[], glue = sql` and `): Condition =>
  conditions.length ? sql`(${sql.join(conditions, glue)})` : sql`true`

/** Matches rows that are not deleted. */
export const alive = (alias = 't'): Condition => sql`${columnOf(alias, 'deleted_at')} is null`

/** Matches rows that were not deleted at the moment that is asked about. */
const aliveThen = ({ dialect, asOf }: Known, alias: string): Condition =>
  asOf === undefined
    ? alive(alias)
    : sql`(${alive(alias)} or ${columnOf(alias, 'deleted_at')} >= ${encode(dialect, 'instant', asOf)})`

function kindOf(fields: Fields, column: string): FieldKind {
  if (column === 'id') return 'ref'
  if (column.endsWith('_at') && !(column in fields)) return 'instant'
  const kind = fields[column]?.kind
  if (!kind) throw new Error(`A row rule names "${column}", which is no column.`)
  return kind
}

/** Which rows a condition tests. */
interface Tested {
  /** The table's alias in the statement. */
  readonly alias?: string
  /** The statement names the rows by id, so that looking something up for each costs less than for all beforehand. */
  readonly few?: boolean
  /** Most rows match and are met in the order of an index, so that looking something up for each costs less. */
  readonly inOrder?: boolean
  /** What else the statement demands of the rows, which lookups made beforehand can be limited to. */
  readonly given?: AnyWhere
}

/**
 * A row rule as SQL. Resolve `within` and `namedBy` for one user first: they then carry the rule of the rows they refer
 * to.
 */
export function condition(
  known: Known,
  entity: Entity,
  rule: boolean | AnyWhere,
  { alias = 't', few = false, inOrder = false, given = {} }: Tested = {},
): Condition {
  if (typeof rule === 'boolean') return rule ? sql`true` : sql`false`
  const fields: Fields = entity.fields
  const tested = { alias, few, inOrder, given }
  return all(
    Object.entries(rule).flatMap(([key, test]) => {
      if (test === undefined) return []
      if (key === '$either') return [anyOfThem(known, entity, test as AnyWhere[], tested)]
      if (key === '$all') return (test as AnyWhere[]).map((one) => condition(known, entity, one, tested))
      if (isSome(test)) return [someLine(known, entity, key, test, tested)]
      return [columnTest(known, { name: key, kind: kindOf(fields, key), entity, ...tested }, test)]
    }),
  )
}

/** Of more alternatives, each by its index is too much: PostgreSQL plans hundreds for seconds, and SQLite takes 500 at most. */
const EACH_BY_INDEX = 8

/**
 * Rows that match one of several conditions, without those that contradict what else is demanded. Where an index finds the
 * rows of each, they are found by it: as alternatives of one test, neither engine would use the indexes.
 */
function anyOfThem(known: Known, entity: Entity, either: readonly AnyWhere[], tested: Required<Tested>): Condition {
  const { alias, few, inOrder, given } = tested
  const left = either.filter((one) => !excludes(given, one))
  const isEach = left.length > 1 && left.length <= EACH_BY_INDEX && left.every((one) => isFound(entity, one))
  if (few || inOrder || !isEach) {
    const some = oneOf(left.map((one) => condition(known, entity, one, tested)))
    const named = few || inOrder || left.length === 1 ? undefined : namedByAll(entity, left)
    return named ? all([inList(known.dialect, columnOf(alias, named.name), named.ids), some]) : some
  }
  const inner = `${alias}_any`
  const found = left.map(
    (one) =>
      sql`select ${columnOf(inner, 'id')} from ${sql.table(entity.table)} as ${sql.table(inner)} where ${condition(known, entity, one, { alias: inner, given })}`,
  )
  return sql`${columnOf(alias, 'id')} in (${sql.join(found, sql` union all `)})`
}

function someLine(
  known: Known,
  entity: Entity,
  name: string,
  { $some: line, $none }: Some<AnyWhere>,
  tested: Required<Tested>,
): Condition {
  const { alias, few, inOrder } = tested
  const lines = lineTable(entity, name)
  const { fields } = lines
  const inner = `${alias}_${name}`
  const of = { entity, ...tested, alias: inner, inOrder: false, given: {} }
  const tests = Object.entries(line).map(([key, test]) =>
    columnTest(known, { name: key, kind: kindOf(fields, key), ...of }, test),
  )
  const from = sql`from ${sql.table(lines.table)} as ${sql.table(inner)} where`
  if (!$none && !few && !inOrder && namesOne(fields, line)) {
    const ofKind = lines.subject === null ? sql`true` : sql`${columnOf(inner, 'subject_type')} = ${lines.subject}`
    return sql`${columnOf(alias, 'id')} in (select ${columnOf(inner, lines.owner)} ${from} ${ofKind} and ${all(tests)})`
  }
  return sql`${$none ? sql`not ` : sql``}exists (select 1 ${from} ${ownedBy(lines, inner, alias)} and ${all(tests)})`
}

interface TestedColumn extends Required<Tested> {
  readonly entity: Entity
  readonly name: string
  readonly kind: FieldKind
}

function columnTest(known: Known, tested: TestedColumn, test: unknown): Condition {
  const { name, kind, alias, inOrder, few } = tested
  const column = columnOf(alias, name)
  const op = compared(known, column, kind, test)
  if (!isOp(op)) return op
  switch (op.$op) {
    case 'same':
      if (!hasKey(kind)) throw new Error(`"same" compares texts, not ${kind}.`)
      return sql`${columnOf(alias, `${name}_key`)} = ${textKey(String(op.value))}`
    case 'within': {
      const parent = known.entity(String(op.entity))
      const inner = `${alias}_${parent.name}`
      const id = columnOf(inner, 'id')
      // Looked up for each row that is met, since SQLite would collect all of the parents beforehand.
      const each = known.dialect === 'sqlite' && (inOrder || few)
      const rule = condition(known, parent, op.rule as boolean | AnyWhere, { alias: inner, few: each })
      const parents = sql`from ${sql.table(parent.table)} as ${sql.table(inner)} where ${aliveThen(known, inner)} and ${rule}`
      if (each) return sql`exists (select 1 ${parents} and ${id} = ${column})`
      // The unary plus keeps SQLite from finding all rows by their parents where every parent may be seen.
      const plain = known.dialect === 'sqlite' && op.rule === true ? sql`+` : sql``
      return sql`${plain}${column} in (select ${id} ${parents})`
    }
    case 'namedBy': {
      const owner = known.entity(String(op.entity))
      const inner = `${alias}_${owner.name}`
      const line = `${inner}_l`
      const lines = lineTable(owner, String(op.lines))
      const rule = condition(known, owner, op.rule as boolean | AnyWhere, { alias: inner })
      return sql`${column} in (select ${columnOf(line, String(op.ref))} from ${sql.table(lines.table)} as ${sql.table(line)} join ${sql.table(owner.table)} as ${sql.table(inner)} on ${ownedBy(lines, line, inner)} where ${aliveThen(known, inner)} and ${rule})`
    }
    case 'beside':
      return standsBeside(known, tested, op)
    case 'under': {
      const tree = known.entity(String(op.entity))
      const [inner, child] = [`${alias}_tree`, `${alias}_child`]
      const table = sql.table(tree.table)
      const root = sql`select id from ${table} where id = ${op.id} and deleted_at is null`
      const below = sql`select ${columnOf(child, 'id')} from ${table} as ${sql.table(child)} join ${sql.table(inner)} on ${columnOf(child, String(op.parent))} = ${columnOf(inner, 'id')} where ${alive(child)}`
      // `union` without `all` ends a circle.
      return sql`${column} in (with recursive ${sql.table(inner)}(id) as (${root} union ${below}) select id from ${sql.table(inner)})`
    }
    case 'granted':
      return grantedTo(known, tested, op)
    case 'leadsTo': {
      const tree = known.entity(String(op.entity))
      const inner = `${alias}_below`
      const path = columnOf(inner, `${name}_key`)
      const start = columnOf(alias, `${name}_key`)
      // Paths are digits and slashes, which all come before a tilde.
      const isBelow = sql`${path} > ${start} and ${path} < ${start} || '~'`
      return sql`exists (select 1 from ${sql.table(tree.table)} as ${sql.table(inner)} where ${isBelow} and ${alive(inner)} and ${condition(known, tree, op.where as AnyWhere, { alias: inner, few: true })})`
    }
    default:
      throw new Error(`A row rule uses "${op.$op}", which is no operator.`)
  }
}

/**
 * Whether a row of another entity names the record in a column too, in the same days. Of few rows it is looked up for each;
 * of many, the rows beside which one stands are collected once, since far fewer match than there are.
 */
function standsBeside(known: Known, { entity, name, alias, few, inOrder, given }: TestedColumn, op: Op): Condition {
  const other = known.entity(String(op.entity))
  const inner = `${alias}_${other.name}`
  const rule = condition(known, other, op.where as AnyWhere, { alias: inner, few: true })
  const is = (row: string) =>
    sql`${columnOf(inner, String(op.ref))} = ${columnOf(row, name)} and ${op.days ? inDays(known, op.days as Days, row, inner) : sql`true`}`
  const beside = sql`from ${sql.table(other.table)} as ${sql.table(inner)}`
  if (few || inOrder) return sql`exists (select 1 ${beside} where ${is(alias)} and ${alive(inner)} and ${rule})`
  const row = `${inner}_row`
  const days = op.days as Days | undefined
  const asked = days ? testsOf(given, days.from) : []
  const isAsked = all(
    asked.flatMap((test) => compared(known, columnOf(row, days?.from ?? ''), 'date', test) as Condition),
  )
  return sql`${columnOf(alias, 'id')} in (select ${columnOf(row, 'id')} ${beside} join ${sql.table(entity.table)} as ${sql.table(row)} on ${is(row)} where ${isAsked} and ${alive(inner)} and ${rule})`
}

/** What a condition demands of a column, as far as it is a value, a list or a range. */
const testsOf = (where: AnyWhere, name: string): unknown[] =>
  conditionsOf(where).flatMap(([key, test]) => (key === name && (!isOp(test) || test.$op === 'between') ? [test] : []))

/** Written so that an index of either side serves: the first day of one, or the day of the other, is compared with what is known. */
function inDays({ dialect }: Known, { from, days, day }: Days, row: string, inner: string): Condition {
  const [first, own] = [columnOf(row, from), columnOf(inner, day)]
  if (days === 1) return sql`${own} = ${first}`
  const more = sql.raw(String(days - 1))
  const last = dialect === 'sqlite' ? sql`date(${first}, '+${more} days')` : sql`${first} + ${more}`
  const earliest = dialect === 'sqlite' ? sql`date(${own}, '-${more} days')` : sql`${own} - ${more}`
  return sql`${own} between ${first} and ${last} and ${first} between ${earliest} and ${own}`
}

/** Kinds whose values both engines order alike. */
export const ordered: readonly FieldKind[] = ['number', 'date', 'instant', 'ref']

/** Compares a column, or what is worked out from several rows, with values; an operator that needs more is returned. */
export function compared(known: Known, column: Condition, kind: FieldKind, test: unknown): Condition | Op {
  const value = (raw: unknown) => encode(known.dialect, kind, raw)
  if (test === null) return sql`${column} is null`
  if (Array.isArray(test)) return isIn(known, column, test, value)
  if (!isOp(test)) return sql`${column} = ${value(test)}`
  if (test.$op === 'not') return notIn(known, column, excluded(test), value)
  if (test.$op !== 'between') return test
  if (!ordered.includes(kind)) throw new Error(`"between" compares numbers, dates and instants, not ${kind}.`)
  const [from, to] = [sql`${column} >= ${value(test.from)}`, sql`${column} <= ${value(test.to)}`]
  // SQLite takes a quarter of all rows to be from a day on. Of years of them it is few, which an index finds.
  if (test.from !== null && test.to === null && kind === 'date' && known.dialect === 'sqlite')
    return sql`unlikely(${from})`
  return all([...(test.from === null ? [] : [from]), ...(test.to === null ? [] : [to])])
}

/** `in`, where null in the list matches empty columns. */
function isIn(known: Known, column: Condition, values: readonly unknown[], encoded: (raw: unknown) => unknown) {
  const some = inList(known.dialect, column, values.filter((value) => value !== null).map(encoded))
  return values.includes(null) ? sql`(${column} is null or ${some})` : some
}

/** Every value but these; an empty column matches unless null is among them. */
function notIn(known: Known, column: Condition, values: readonly unknown[], encoded: (raw: unknown) => unknown) {
  const some = values.filter((value) => value !== null).map(encoded)
  const others = some.length ? sql`not ${inList(known.dialect, column, some)}` : sql`true`
  return values.includes(null) ? sql`(${column} is not null and ${others})` : sql`(${column} is null or ${others})`
}

/**
 * The level that the rules give the asker on the row in a column, if it is one of `levels`. Of few rows it is looked up for
 * each. Of many it is worked out once per statement for every value that the column may have, since many rows share one.
 */
function grantedTo(known: Known, { entity, name, alias, few, given }: TestedColumn, test: Op): Condition {
  const column = columnOf(alias, name)
  const rules = known.entity(String(test.entity))
  const inner = `${alias}_${rules.name}`
  const subjects = test.subjects as readonly string[]
  // Literals, since PostgreSQL cannot tell the type of a parameter that only stands beside others.
  const levels = (test.levels as readonly number[]).map(Number)
  const otherwise = Number(test.otherwise)
  const byDefault = levels.includes(otherwise)
  if (!levels.length || known.asOf !== undefined) return sql`false`
  if (!subjects.length) return byDefault ? sql`${column} is not null` : sql`false`
  const of = columnOf(inner, String(test.of))
  const naming = sql`${sql.table(rules.table)} as ${sql.table(inner)} where ${columnOf(inner, 'subject_key')} in (${sql.join(subjects)}) and ${alive(inner)}`
  const least = sql`min(${columnOf(inner, 'weight')})`
  const list = sql.raw(levels.join(', '))
  if (few)
    return sql`(${column} is not null and coalesce(cast((select ${least} from ${naming} and ${of} = ${column}) as integer) % 10, ${sql.raw(String(otherwise))}) in (${list}))`
  const values = valuesOf(known, entity, name, refsIn(entity, given), `${alias}_given`)
  const found = (which: Condition) =>
    sql`(select ${of} from ${naming} and ${values(of)} group by ${of} having cast(${least} as integer) % 10 ${which} (${list}))`
  return byDefault
    ? sql`(${column} is not null and ${column} not in ${found(sql`not in`)})`
    : sql`${column} in ${found(sql`in`)}`
}

type Refs = ReadonlyMap<string, readonly number[]>

/** The refs that a condition pins to certain ids. */
function refsIn(entity: Entity, where: AnyWhere): Refs {
  const fields: Fields = entity.fields
  return new Map(
    conditionsOf(where).flatMap(([key, test]): [string, readonly number[]][] => {
      const ids: unknown[] = Array.isArray(test) ? test : [test]
      return fields[key]?.kind === 'ref' && ids.every((id) => typeof id === 'number') ? [[key, ids]] : []
    }),
  )
}

/** Tests a column for the values that another one may have in the rows where these refs have these ids. */
function valuesOf(known: Known, entity: Entity, name: string, refs: Refs, alias: string) {
  const ids = refs.get(name)
  return (column: Condition): Condition => {
    if (ids) return inList(known.dialect, column, ids)
    if (!refs.size) return sql`${column} is not null`
    const pinned = [...refs].map(([ref, some]) => inList(known.dialect, columnOf(alias, ref), some))
    return sql`${column} in (select ${columnOf(alias, name)} from ${sql.table(entity.table)} as ${sql.table(alias)} where ${all(pinned)})`
  }
}
