import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { conditionsOf } from '../../core/query/implies.ts'
import { isSome, type AnyWhere } from '../../core/query/where.ts'
import { lineTable } from './tables.ts'

/** One of them, halved again and again: SQLite reads alternatives in a row as a tree, which may be a thousand levels deep. */
export function oneOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (conditions.length <= 2) return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
  const half = Math.ceil(conditions.length / 2)
  return sql`(${oneOf(conditions.slice(0, half))} or ${oneOf(conditions.slice(half))})`
}

/** A column by which each of these conditions names a record, and the records. */
export function namedByAll(
  entity: Entity,
  either: readonly AnyWhere[],
): { readonly name: string; readonly ids: readonly number[] } | undefined {
  const named = either.map(
    (one) => new Map(conditionsOf(one).filter(([name, test]) => namesOne(entity.fields as Fields, { [name]: test }))),
  )
  const name = [...(named[0]?.keys() ?? [])].find((column) => named.every((one) => one.has(column)))
  return name === undefined ? undefined : { name, ids: [...new Set(named.map((one) => Number(one.get(name))))] }
}

/** Whether a condition names a record that the row or one of its lines refers to, which has an index. */
export const isFound = (entity: Entity, where: AnyWhere): boolean =>
  conditionsOf(where).some(([name, test]) =>
    isSome(test)
      ? !test.$none && namesOne(lineTable(entity, name).fields, test.$some)
      : namesOne(entity.fields as Fields, { [name]: test }),
  )
export const namesOne = (fields: Fields, tests: object): boolean =>
  Object.entries(tests).some(([name, test]) => fields[name]?.kind === 'ref' && typeof test === 'number')
