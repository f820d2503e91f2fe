import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import type { Context } from '../context/context.ts'
import { hasKey, isStored, isWhole } from '../db/codec.ts'
import { columnOf } from '../db/database.ts'
import { relatedFields, valueOf } from '../db/rows.ts'
import { readable } from './visibility.ts'

/** How a list is sorted; empty values come first in ascending and last in descending order, on both engines. */
export interface Sort {
  readonly column: RawBuilder<unknown>
  readonly isDescending: boolean
  readonly mayBeEmpty: boolean
}

/** The column to sort by: a stored field or a field joined from a related record, provided the user may read it. */
function sortColumn(ctx: Context, entity: Entity, name: string): RawBuilder<unknown> | null {
  const fields: Fields = entity.fields
  const computed: Fields = entity.computed
  const field: Field<unknown> | undefined = Object.hasOwn(fields, name)
    ? fields[name]
    : Object.hasOwn(computed, name)
      ? computed[name]
      : undefined
  if (isBase(name)) return columnOf('t', name)
  if (!field || !readable(field, ctx.user)) return null
  const related = relatedFields(ctx.catalog, entity).find((join) => join.name === name)
  if (related) return columnOf(related.alias, hasKey(related.kind) ? `${related.field}_key` : related.field)
  if (!(name in fields) || !isStored(field.kind) || isWhole(field.kind) || field.kind === 'long_text') return null
  return columnOf('t', hasKey(field.kind) ? `${name}_key` : name)
}

const isBase = (name: string) => name === 'id' || name === 'created_at' || name === 'updated_at'

/** The requested sort order, or the entity's own; what cannot be sorted by is added to `errors`. */
export function readSort(
  ctx: Context,
  entity: Entity,
  asked: { column: string | undefined; direction: string | undefined },
  errors: FieldErrors,
): Sort {
  const direction = asked.direction?.toLowerCase() || (asked.column ? 'asc' : entity.direction)
  if (direction !== 'asc' && direction !== 'desc') errors.sort_direction = ['Sort direction must be asc or desc.']
  const column = sortColumn(ctx, entity, asked.column || entity.sort)
  if (!column && asked.column)
    errors.sort_column = [`Lists of this kind cannot be sorted by ${asked.column.slice(0, 60)}.`]
  const name = column ? asked.column || entity.sort : 'id'
  const isFilled = isBase(name) || (name in entity.fields && !(entity.fields as Fields)[name]?.facts.optional)
  return { column: column ?? columnOf('t', 'id'), isDescending: direction === 'desc', mayBeEmpty: !isFilled }
}

export function orderSql({ column, isDescending }: Sort): RawBuilder<unknown> {
  const [way, tie] = isDescending ? [sql`desc nulls last`, sql`desc`] : [sql`asc nulls first`, sql`asc`]
  return sql` order by ${column} ${way}, ${columnOf('t', 'id')} ${tie}`
}

/**
 * The rows behind a given one, so that a deep page is found through the index instead of by counting rows off; null when
 * there is no such row.
 */
export async function rowsAfter(
  { db, catalog }: Context,
  entity: Entity,
  id: Id,
  { column, isDescending, mayBeEmpty }: Sort,
): Promise<RawBuilder<unknown> | null> {
  const found = await valueOf(db, catalog, entity, column, id)
  if (!found) return null
  const { value } = found
  const own = columnOf('t', 'id')
  if (value === null)
    return isDescending ? sql`(${column} is null and ${own} < ${id})` : sql`(${column} is not null or ${own} > ${id})`
  // Compared as a row, which both engines look up in the index.
  if (!isDescending) return sql`(${column}, ${own}) > (${value}, ${id})`
  const behind = sql`(${column}, ${own}) < (${value}, ${id})`
  return mayBeEmpty ? sql`(${behind} or ${column} is null)` : behind
}
