import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import type { Context } from '../context/context.ts'
import { hasKey, isStored, isWhole } from '../db/codec.ts'
import { condition } from '../db/conditions.ts'
import { columnOf } from '../db/database.ts'
import { relatedFields, type RelatedField } from '../db/plan.ts'
import { valueOf } from '../db/rows.ts'
import { readable, type Rule } from './visibility.ts'

/** How a list is sorted; empty values come first in ascending and last in descending order, on both engines. */
export interface Sort {
  readonly column: RawBuilder<unknown>
  readonly isDescending: boolean
  readonly mayBeEmpty: boolean
  /** By the id alone, which is never empty. */
  readonly isById: boolean
  /** The joined field that it is, if it is one. */
  readonly related: RelatedField | undefined
}

type SortColumn = Pick<Sort, 'column'> & Partial<Pick<Sort, 'related'>>

/** The column to sort by: a stored field or a field joined from a related record, provided the user may read it. */
function sortColumn(ctx: Pick<Context, 'catalog' | 'user'>, entity: Entity, name: string): SortColumn | null {
  const fields: Fields = entity.fields
  const computed: Fields = entity.computed
  const field: Field<unknown> | undefined = Object.hasOwn(fields, name)
    ? fields[name]
    : Object.hasOwn(computed, name)
      ? computed[name]
      : undefined
  if (isBase(name)) return { column: columnOf('t', name) }
  if (!field || !readable(field, ctx.user)) return null
  const related = relatedFields(ctx.catalog, entity).find((join) => join.name === name)
  if (related) {
    const { alias, kind, field } = related
    return { column: columnOf(alias, hasKey(kind) ? `${field}_key` : field), related }
  }
  if (!(name in fields) || !isStored(field.kind) || isWhole(field.kind) || field.kind === 'long_text') return null
  return { column: columnOf('t', hasKey(field.kind) ? `${name}_key` : name) }
}

const isBase = (name: string) => name === 'id' || name === 'created_at' || name === 'updated_at'

/** The requested sort order, or the entity's own; what cannot be sorted by is added to `errors`. */
export function readSort(
  ctx: Pick<Context, 'catalog' | 'user'>,
  entity: Entity,
  asked: { column: string | undefined; direction: string | undefined },
  errors: FieldErrors,
): Sort {
  const direction = asked.direction?.toLowerCase() || (asked.column ? 'asc' : entity.direction)
  if (direction !== 'asc' && direction !== 'desc') errors.sort_direction = ['Sort direction must be asc or desc.']
  const found = sortColumn(ctx, entity, asked.column || entity.sort)
  if (!found && asked.column)
    errors.sort_column = [`Lists of this kind cannot be sorted by ${asked.column.slice(0, 60)}.`]
  const name = found ? asked.column || entity.sort : 'id'
  const isFilled = isBase(name) || (name in entity.fields && !(entity.fields as Fields)[name]?.facts.optional)
  return {
    column: found?.column ?? columnOf('t', 'id'),
    related: found?.related,
    isDescending: direction === 'desc',
    mayBeEmpty: !isFilled,
    isById: name === 'id',
  }
}

/**
 * The order exactly as an index has it, where PostgreSQL counts the place of nulls too, although an id is never null:
 * otherwise it sorts all rows for each page.
 */
export function orderOf({ column, isDescending, isById }: Sort): RawBuilder<unknown> {
  const id = columnOf('t', 'id')
  if (isById) return sql`${id} ${isDescending ? sql`desc` : sql`asc`}`
  const way = isDescending ? sql`desc nulls last` : sql`asc nulls first`
  return sql`${column} ${way}, ${id} ${way}`
}
export const orderSql = (sort: Sort): RawBuilder<unknown> => sql` order by ${orderOf(sort)}`

/** The order by id alone, among rows that are equal by what they are sorted by. */
export const amongEqual = (sort: Sort): Sort => ({
  ...sort,
  column: columnOf('t', 'id'),
  related: undefined,
  mayBeEmpty: false,
  isById: true,
})

/**
 * The rows behind a given one, so that a deep page is found through the index instead of by counting rows off; null when
 * there is no such row, or the rule hides it: what follows a hidden row would tell where it sorts.
 */
export async function rowsAfter(
  { db, catalog }: Context,
  entity: Entity,
  id: Id,
  rule: Rule,
  { column, isDescending, mayBeEmpty }: Sort,
): Promise<RawBuilder<unknown> | null> {
  const own = columnOf('t', 'id')
  const seen = condition(catalog, entity, rule, { few: true })
  const found = await valueOf(db, catalog, entity, column, sql`${own} = ${id} and ${seen}`)
  if (!found) return null
  const { value } = found
  if (value === null)
    return isDescending ? sql`(${column} is null and ${own} < ${id})` : sql`(${column} is not null or ${own} > ${id})`
  // Compared as a row, which both engines look up in the index.
  if (!isDescending) return sql`(${column}, ${own}) > (${value}, ${id})`
  const behind = sql`(${column}, ${own}) < (${value}, ${id})`
  return mayBeEmpty ? sql`(${behind} or ${column} is null)` : behind
}
