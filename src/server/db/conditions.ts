import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { FieldKind, Fields } from '../../core/entity/field.ts'
import { excluded } from '../../core/query/matches.ts'
import { isOp, isSome, type AnyWhere, type Op } from '../../core/query/where.ts'
import { encode } from './codec.ts'
import { columnOf, inList } from './database.ts'
import type { Known } from './rows.ts'
import { lineTable, ownedBy } from './tables.ts'

type Condition = RawBuilder<unknown>

const all = (conditions: Condition[], glue = sql` and `): Condition =>
  conditions.length ? sql`(${sql.join(conditions, glue)})` : sql`true`

/** Matches rows that are not deleted. */
export const alive = (alias = 't'): Condition => sql`${columnOf(alias, 'deleted_at')} is null`

function kindOf(fields: Fields, column: string): FieldKind {
  if (column === 'id') return 'ref'
  if (column.endsWith('_at') && !(column in fields)) return 'instant'
  const kind = fields[column]?.kind
  if (!kind) throw new Error(`A row rule names "${column}", which is no column.`)
  return kind
}

/**
 * A row rule as SQL, for rows with the given `alias`. Resolve `within` and `namedBy` for one user first: they then
 * carry the rule of the rows they refer to.
 */
export function condition(known: Known, entity: Entity, rule: boolean | AnyWhere, alias = 't'): Condition {
  if (typeof rule === 'boolean') return rule ? sql`true` : sql`false`
  const fields: Fields = entity.fields
  return all(
    Object.entries(rule).flatMap(([key, test]) => {
      if (test === undefined) return []
      if (key === '$either') {
        const either = test as AnyWhere[]
        return either.length
          ? [
              all(
                either.map((one) => condition(known, entity, one, alias)),
                sql` or `,
              ),
            ]
          : [sql`false`]
      }
      if (key === '$all') return (test as AnyWhere[]).map((one) => condition(known, entity, one, alias))
      if (isSome(test)) return [someLine(known, entity, key, test.$some, alias)]
      return [columnTest(known, { name: key, column: columnOf(alias, key) }, kindOf(fields, key), test, alias)]
    }),
  )
}

function someLine(known: Known, entity: Entity, name: string, line: AnyWhere, alias: string): Condition {
  const lines = lineTable(entity, name)
  const { fields } = lines
  const inner = `${alias}_${name}`
  const tests = Object.entries(line).map(([key, test]) =>
    columnTest(known, { name: key, column: columnOf(inner, key) }, kindOf(fields, key), test, inner),
  )
  return sql`exists (select 1 from ${sql.table(lines.table)} as ${sql.table(inner)} where ${ownedBy(lines, inner, alias)} and ${all(tests)})`
}

interface Tested {
  readonly name: string
  readonly column: Condition
}

function columnTest(known: Known, { name, column }: Tested, kind: FieldKind, test: unknown, alias: string): Condition {
  const value = (raw: unknown) => encode(known.dialect, kind, raw)
  if (test === null) return sql`${column} is null`
  if (Array.isArray(test)) return isIn(known, column, test, value)
  if (!isOp(test)) return sql`${column} = ${value(test)}`
  switch (test.$op) {
    case 'not':
      return notIn(known, column, excluded(test), value)
    case 'between':
      if (!ordered.includes(kind)) throw new Error(`"between" compares numbers, dates and instants, not ${kind}.`)
      return all([
        ...(test.from === null ? [] : [sql`${column} >= ${value(test.from)}`]),
        ...(test.to === null ? [] : [sql`${column} <= ${value(test.to)}`]),
      ])
    case 'within': {
      const parent = known.entity(String(test.entity))
      const inner = `${alias}_${parent.name}`
      const rule = condition(known, parent, test.rule as boolean | AnyWhere, inner)
      return sql`${column} in (select ${columnOf(inner, 'id')} from ${sql.table(parent.table)} as ${sql.table(inner)} where ${alive(inner)} and ${rule})`
    }
    case 'namedBy': {
      const owner = known.entity(String(test.entity))
      const inner = `${alias}_${owner.name}`
      const line = `${inner}_l`
      const lines = lineTable(owner, String(test.lines))
      const rule = condition(known, owner, test.rule as boolean | AnyWhere, inner)
      return sql`${column} in (select ${columnOf(line, String(test.ref))} from ${sql.table(lines.table)} as ${sql.table(line)} join ${sql.table(owner.table)} as ${sql.table(inner)} on ${ownedBy(lines, line, inner)} where ${alive(inner)} and ${rule})`
    }
    case 'under': {
      const tree = known.entity(String(test.entity))
      const [inner, child] = [`${alias}_tree`, `${alias}_child`]
      const table = sql.table(tree.table)
      const root = sql`select id from ${table} where id = ${test.id} and deleted_at is null`
      const below = sql`select ${columnOf(child, 'id')} from ${table} as ${sql.table(child)} join ${sql.table(inner)} on ${columnOf(child, String(test.parent))} = ${columnOf(inner, 'id')} where ${alive(child)}`
      // `union` without `all` ends a circle.
      return sql`${column} in (with recursive ${sql.table(inner)}(id) as (${root} union ${below}) select id from ${sql.table(inner)})`
    }
    case 'granted':
      return grantedTo(known, column, test, alias)
    case 'leadsTo': {
      const tree = known.entity(String(test.entity))
      const inner = `${alias}_below`
      const path = columnOf(inner, `${name}_key`)
      const start = columnOf(alias, `${name}_key`)
      // Paths are digits and slashes, which all come before a tilde.
      const isBelow = sql`${path} > ${start} and ${path} < ${start} || '~'`
      return sql`exists (select 1 from ${sql.table(tree.table)} as ${sql.table(inner)} where ${isBelow} and ${alive(inner)} and ${condition(known, tree, test.where as AnyWhere, inner)})`
    }
    default:
      throw new Error(`A row rule uses "${test.$op}", which is no operator.`)
  }
}

const ordered: readonly FieldKind[] = ['number', 'date', 'instant', 'ref']

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

/** The level that the rules give the asker on the row in `column`, if it is one of `levels`. */
function grantedTo(known: Known, column: Condition, test: Op, alias: string): Condition {
  const rules = known.entity(String(test.entity))
  const inner = `${alias}_${rules.name}`
  const subjects = test.subjects as readonly string[]
  const named = subjects.length ? sql`${columnOf(inner, 'subject_key')} in (${sql.join(subjects)})` : sql`false`
  const least = sql`select min(${columnOf(inner, 'weight')}) from ${sql.table(rules.table)} as ${sql.table(inner)} where ${columnOf(inner, String(test.of))} = ${column} and ${named} and ${alive(inner)}`
  // Literals, since PostgreSQL cannot tell the type of a parameter that only stands beside others.
  const levels = (test.levels as readonly number[]).map(Number)
  const otherwise = sql.raw(String(Number(test.otherwise)))
  if (!levels.length) return sql`false`
  return sql`(${column} is not null and coalesce(cast((${least}) as integer) % 10, ${otherwise}) in (${sql.raw(levels.join(', '))}))`
}
