import { sql, type RawBuilder } from 'kysely'
import { safeParse } from 'zod/mini'
import { textKey } from '../../lib/text-key.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '../../core/entity/field.ts'
import { ref } from '../../core/entity/fields.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import { hasKey, isStored, isWhole } from '../db/codec.ts'
import { alive, condition } from '../db/conditions.ts'
import { columnOf, inList } from '../db/database.ts'
import { countRows, relatedFields, selectRows, type Row } from '../db/rows.ts'
import { searchedFields } from '../db/tables.ts'
import { invalid } from '../http/errors.ts'
import type { AnyWhere } from '../../core/query/where.ts'
import { fillComputed } from './computed.ts'
import { readable, resolve, ruleFor } from './visibility.ts'
import type { Context } from '../context/context.ts'

/** A list's query parameters; `a=1`, `a[]=1&a[]=2` and `filters[a]=1` have all been normalized to the name `a`. */
export type Query = ReadonlyMap<string, string | string[]>

/** Reads query parameters as Laravel does, brackets included. */
export function readQuery(search: URLSearchParams): Query {
  const query = new Map<string, string | string[]>()
  for (const [raw, value] of search) {
    const key = raw.replace(/^filters\[(\w+)\]/, '$1')
    const many = /^(\w+)\[\d*\]$/.exec(key)
    const held = many?.[1] === undefined ? undefined : query.get(many[1])
    if (many?.[1] === undefined) query.set(key, value)
    else query.set(many[1], [...(Array.isArray(held) ? held : []), value])
  }
  return query
}

const MOST_PER_PAGE = 500
const DEFAULT_PER_PAGE = 20
/** With a higher page number, the row offset would exceed the integers that JavaScript represents exactly. */
const LAST_PAGE = 1_000_000_000_000
const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

export interface Paging {
  page: number
  per_page: number
}

/** The requested page, or null if the whole list is requested. */
function readPaging(query: Query, errors: FieldErrors): Paging | null {
  const whole = (name: string, most: number) => {
    const number = Number(one(query.get(name)))
    return Number.isInteger(number) && number >= 1 && number <= most ? number : null
  }
  const per_page = one(query.get('per_page')) ? whole('per_page', MOST_PER_PAGE) : DEFAULT_PER_PAGE
  if (per_page === null) errors.per_page = [`Per page must be a whole number from 1 to ${MOST_PER_PAGE}.`]
  // An invalid page number means the first page, as in Laravel.
  const page = whole('page', LAST_PAGE) ?? 1
  return query.has('page') ? { page, per_page: per_page ?? DEFAULT_PER_PAGE } : null
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
  if (name === 'id' || name === 'created_at' || name === 'updated_at') return columnOf('t', name)
  if (!field || !readable(field, ctx.user)) return null
  const related = relatedFields(ctx.catalog, entity).find((join) => join.name === name)
  if (related) return columnOf(related.alias, hasKey(related.kind) ? `${related.field}_key` : related.field)
  if (!(name in fields) || !isStored(field.kind) || isWhole(field.kind) || field.kind === 'long_text') return null
  return columnOf('t', hasKey(field.kind) ? `${name}_key` : name)
}

function orderSql(ctx: Context, entity: Entity, query: Query, errors: FieldErrors): RawBuilder<unknown> {
  const asked = one(query.get('sort_column'))
  const direction = one(query.get('sort_direction'))?.toLowerCase() || (asked ? 'asc' : entity.direction)
  if (direction !== 'asc' && direction !== 'desc') errors.sort_direction = ['Sort direction must be asc or desc.']
  const column = sortColumn(ctx, entity, asked || entity.sort)
  if (!column && asked) errors.sort_column = [`Lists of this kind cannot be sorted by ${asked.slice(0, 60)}.`]
  // Both engines sort empty values first in ascending and last in descending order.
  const way = direction === 'desc' ? sql`desc nulls last` : sql`asc nulls first`
  const tie = direction === 'desc' ? sql`desc` : sql`asc`
  return sql` order by ${column ?? columnOf('t', 'id')} ${way}, ${columnOf('t', 'id')} ${tie}`
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Shorter words cannot use the trigram index. */
const INDEXED = 3
/** Up to this many matching related records are looked up by id; with more of them, scanning all rows is faster. */
const FEW = 200

/** Every word must occur in some searchable field, including searchable fields of related records. */
async function searchSql(ctx: Context, entity: Entity, text: string): Promise<RawBuilder<unknown>> {
  const words = textKey(text.slice(0, 200).replaceAll('\0', '')).split(/\s+/).filter(Boolean).slice(0, 8)
  if (!words.length) return sql`true`
  return sql.join(await Promise.all(words.map((word) => wordSql(ctx, entity, word))), sql` and `)
}

async function wordSql({ catalog, db }: Context, entity: Entity, word: string): Promise<RawBuilder<unknown>> {
  const like = `%${escaped(word)}%`
  const related = relatedFields(catalog, entity).filter(
    ({ name }) => (entity.computed as Fields)[name]?.facts.searchable,
  )
  const searched = searchedFields(entity).length > 0
  if (!searched && !related.length) return sql`true`
  const index = sql.table(`${entity.table}_search`)
  const own =
    catalog.dialect === 'sqlite' && [...word].length >= INDEXED
      ? sql`t.id in (select rowid from ${index} where ${index} match ${`"${word.replaceAll('"', '""')}"`})`
      : sql`t.search_key like ${like} escape '\\'`
  // Search the related records by name first, because there are few of them.
  const named = await Promise.all(
    related.map(async ({ ref, table, field }) => {
      const found = sql`select id from ${sql.table(table)} where ${sql.ref(`${field}_key`)} like ${like} escape '\\'`
      const { rows } = await sql<{ id: unknown }>`${found} limit ${FEW + 1}`.execute(db)
      const ids = rows.map(({ id }) => Number(id))
      // The unary plus keeps SQLite from using an index on this column, which would be slower here.
      return ids.length > FEW
        ? sql`+${columnOf('t', ref)} in (${found})`
        : inList(catalog.dialect, columnOf('t', ref), ids)
    }),
  )
  return anyOf([...(searched ? [own] : []), ...named])
}

const anyOf = (places: RawBuilder<unknown>[]) => sql`(${sql.join(places, sql` or `)})`

/** Filters from the query: the entity's fields by name, and its declared filters. Unknown parameters are ignored. */
async function filterRule(ctx: Context, entity: Entity, query: Query, errors: FieldErrors): Promise<AnyWhere> {
  const fields: Fields = entity.fields
  const rules: AnyWhere[] = []
  for (const [name, sent] of query) {
    const field = name === 'id' ? idField : Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !isStored(field.kind) || isWhole(field.kind) || Object.hasOwn(entity.filters, name)) continue
    if (!readable(field, ctx.user)) continue
    const values = (Array.isArray(sent) ? sent : [sent]).filter((value) => value !== '').slice(0, 500)
    if (!values.length) continue
    const parsed = values.map((value) => safeParse(field.schema, value))
    if (parsed.some(({ success }) => !success)) errors[name] = [`${labelOf(name, field)} is not a value to filter by.`]
    else rules.push({ [name]: Array.isArray(sent) ? parsed.map(({ data }) => data) : parsed[0]?.data })
  }
  for (const [name, { field, where }] of Object.entries(entity.filters)) {
    const sent = one(query.get(name)) || field.fallback
    if (sent === undefined) continue
    const parsed = safeParse(field.schema, sent)
    if (parsed.success) rules.push(where(parsed.data, ctx))
    else errors[name] = [`${labelOf(name, field)} ${parsed.error.issues[0]?.message ?? 'is invalid'}.`]
  }
  return (await resolve(ctx.catalog, { $all: rules }, ctx)) as AnyWhere
}

/** Makes `?id[]=1&id[]=2` filter by id in the same way as by any ref. */
const idField: Field<unknown> = ref('')

export interface Listed {
  rows: Row[]
  paging: (Paging & { total: number }) | null
}

/**
 * Answers a list: the rows the user may see, filtered, searched, sorted, and paged if a page is requested.
 * @throws Refusal 422 naming each invalid parameter
 */
export async function listRows(ctx: Context, entity: Entity, query: Query, parents: AnyWhere): Promise<Listed> {
  const errors: FieldErrors = {}
  const paging = readPaging(query, errors)
  const order = orderSql(ctx, entity, query, errors)
  const filters = await filterRule(ctx, entity, query, errors)
  if (Object.keys(errors).length) throw invalid(errors)
  const { catalog, db } = ctx
  const rule = await ruleFor(catalog, entity, ctx)
  const search = one(query.get('search')) ?? ''
  const where = sql`${alive()} and ${condition(catalog, entity, rule)} and ${condition(catalog, entity, parents)} and ${condition(catalog, entity, filters)} and ${await searchSql(ctx, entity, search)}`
  const limit = paging && sql` limit ${paging.per_page} offset ${(paging.page - 1) * paging.per_page}`
  const [found, total] = await Promise.all([
    selectRows(db, catalog, entity, { where, order, ...(limit && { limit }) }),
    paging ? countRows(db, entity, where) : 0,
  ])
  const rows = await fillComputed(ctx, entity, found)
  return { rows, paging: paging && { ...paging, total } }
}
