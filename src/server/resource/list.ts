import { sql } from 'kysely'
import { safeParse } from 'zod/mini'
import type { Entity } from '../../core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '../../core/entity/field.ts'
import { ref } from '../../core/entity/fields.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import { isStored, isWhole } from '../db/codec.ts'
import { alive, condition } from '../db/conditions.ts'
import { columnOf, inList } from '../db/database.ts'
import type { Id } from '../../core/access/access.ts'
import { relatedFields } from '../db/plan.ts'
import { countRows, selectIds, selectRows, type Row } from '../db/rows.ts'
import { invalid } from '../http/errors.ts'
import type { AnyWhere } from '../../core/query/where.ts'
import { readId } from '../../core/entity/id.ts'
import { entitiesIn } from '../../core/query/matches.ts'
import { inSlices } from '../files/turns.ts'
import { fillComputed, fillEmbeds } from './computed.ts'
import { presenter } from './present.ts'
import { pageInGroups } from './group-pages.ts'
import { readGrouping, sortGrouping, type Group } from './groups.ts'
import { searchWords } from '../../core/query/found.ts'
import { foundBy, searchSql, searchesTexts } from './search.ts'
import { amongEqual, orderSql, readSort, rowsAfter } from './sort.ts'
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
/** How long a transaction may take, in milliseconds. */
const IN_PROGRESS = 30_000
/** Up to this many matches are found through the index and sorted; of more, the first few are met soon in order. */
const SORTED = 14_000
/**
 * Up to this many matches of a search are collected before they are sorted, on PostgreSQL. Its planner would go through the
 * list in order, because it assumes that matches are spread evenly over it. Those of "el" in a list of names are all at "El".
 */
const COLLECTED = 5000
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

/** What a list is asked for beside filters, even where records have fields of these names. */
const reserved: readonly string[] = ['page', 'per_page']

/** Filters from the query: the entity's fields by name, and its declared filters. Unknown parameters are ignored. */
async function filterRule(ctx: Context, entity: Entity, query: Query, errors: FieldErrors): Promise<AnyWhere> {
  const fields: Fields = entity.fields
  const rules: AnyWhere[] = []
  for (const [name, sent] of query) {
    const field = name === 'id' ? idField : Object.hasOwn(fields, name) ? fields[name] : undefined
    if (
      !field ||
      reserved.includes(name) ||
      !isStored(field.kind) ||
      isWhole(field.kind) ||
      Object.hasOwn(entity.filters, name)
    )
      continue
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

/** Since when everything has changed. */
export const BEGINNING = '1970-01-01T00:00:00.000Z'

/** Makes `?id[]=1&id[]=2` filter by id in the same way as by any ref. */
const idField: Field<unknown> = ref('')

export interface Listed {
  /** The records as the user may read them, each slice read when it is asked for. */
  slices: AsyncIterable<readonly object[]>
  /** How many there are. */
  count: number
  paging: (Paging & { total: number; groups?: readonly Omit<Group, 'where'>[] }) | null
  /** With `since`, the ids of all rows, once they were read without those that are gone meanwhile. */
  ids?: () => readonly Id[]
  /** With `since`, the time to ask from next. */
  as_of?: string
}

/**
 * Answers a list: the rows the user may see, filtered, searched, sorted, and paged if a page is requested.
 * @throws Refusal 422 naming each invalid parameter
 */
export async function listRows(ctx: Context, entity: Entity, query: Query, parents: AnyWhere): Promise<Listed> {
  const errors: FieldErrors = {}
  const paging = readPaging(query, errors)
  const asked = { column: one(query.get('sort_column')), direction: one(query.get('sort_direction')) }
  const sort = readSort(ctx, entity, asked, errors)
  const grouping = paging && readGrouping(ctx, entity, one(query.get('group_by')), errors)
  const filters = await filterRule(ctx, entity, query, errors)
  if (Object.keys(errors).length) throw invalid(errors)
  const { catalog, db } = ctx
  const rule = await ruleFor(catalog, entity, ctx)
  const words = searchWords(one(query.get('search')) ?? '')
  const related = words.length
    ? [
        ...relatedFields(catalog, entity).map(({ ref }) => catalog.referred(entity, ref).name),
        ...foundBy(ctx, entity).map((one) => one.entity.name),
      ]
    : []
  const affected = new Set([entity.name, ...entitiesIn(rule), ...entitiesIn(filters), ...related])
  const searched = [words, searchesTexts(entity, ctx)]
  const key = JSON.stringify([entity.name, rule, parents, filters, ...(words.length ? searched : [])])
  const { totals } = ctx.services
  const known = totals.peek(key, affected)
  const inOrder = (asked.column || entity.sort) === entity.sort && (known ?? 0) > SORTED
  const seen = condition(catalog, entity, rule, { inOrder, given: { $all: [parents, filters] } })
  const search = await searchSql(ctx, entity, words, { inOrder })
  const where = sql`${alive()} and ${seen} and ${condition(catalog, entity, parents)} and ${condition(catalog, entity, filters)} and ${search.where}`
  const since = paging ? undefined : one(query.get('since'))
  const order = orderSql(sort)
  if (since !== undefined) return changesSince(readInstant(since))
  if (!paging) {
    const ids = await selectIds(db, catalog, entity, { where, order })
    return { slices: presented(readById(ids)), count: ids.length, paging: null }
  }
  const after = readId(one(query.get('after')))
  const bySort = !grouping && totals.wasLarge(key) ? sortGrouping(ctx, entity, sort) : null
  const through = grouping ?? bySort
  const folded = [query.get('folded') ?? []].flat()
  const wanted = { where, rule, key, affected, paging, after, folded, sort: bySort ? amongEqual(sort) : sort }
  const found = through && (await pageInGroups(ctx, entity, through, wanted))
  if (found) {
    const { ids, total, groups } = found
    const told = grouping && { groups: groups.map(({ value, label, count }) => ({ value, label, count })) }
    return { slices: presented(readById(ids)), count: ids.length, paging: { ...paging, total, ...told } }
  }
  const behind = after === null ? null : await rowsAfter(ctx, entity, after, rule, sort)
  const page = {
    limit: paging.per_page,
    offset: behind ? 0 : (paging.page - 1) * paging.per_page,
    by: sort,
    collected: catalog.dialect === 'postgres' && search.isIndexed && known !== undefined && known <= COLLECTED,
  }
  const [rows, { total }] = await Promise.all([
    selectRows(db, catalog, entity, { where: behind ? sql`${where} and ${behind}` : where, order, page }),
    totals.read(key, affected, async () => ({ total: await countRows(db, entity, where) })),
  ])
  return { slices: presented(inSlices(rows)), count: rows.length, paging: { ...paging, total } }

  async function* presented(slices: AsyncIterable<Row[]>) {
    const show = presenter(catalog, entity, ctx.user)
    for await (const rows of slices) {
      await fillComputed(ctx, entity, rows, { readableOnly: true })
      await fillEmbeds(ctx, entity, rows, { inList: true })
      yield rows.map(show)
    }
  }

  /** Records that were found, in their order, as far as they are still there for the user; the others are `gone`. */
  async function* readById(ids: readonly Id[], gone?: Set<Id>) {
    const still = sql`${alive()} and ${condition(catalog, entity, rule, { few: true })}`
    for await (const part of inSlices(ids)) {
      const found = sql`${inList(catalog.dialect, sql.ref('t.id'), part)} and ${still}`
      const rows = new Map((await selectRows(db, catalog, entity, { where: found })).map((row) => [row.id, row]))
      for (const id of part) if (!rows.has(id)) gone?.add(id)
      yield part.flatMap((id) => rows.get(id) ?? [])
    }
  }

  /** Rows that changed since a time, also by a record whose fields they show, and the ids of all. */
  async function changesSince(asked: string): Promise<Listed> {
    // A time to come was told by a clock that has been set back since: what changed then is not known by its time.
    const from = asked > ctx.now ? BEGINNING : asked
    const tables = [...new Set(['t', ...relatedFields(catalog, entity).map(({ alias }) => alias)])]
    const changed = sql.join(
      tables.map((alias) => sql`${columnOf(alias, 'updated_at')} >= ${from}`),
      sql` or `,
    )
    const [ids, changes] = await Promise.all([
      selectIds(db, catalog, entity, { where, order }),
      selectIds(db, catalog, entity, { where: sql`${where} and (${changed})`, order }),
    ])
    // A transaction that is not committed yet may have an earlier time.
    const as_of = new Date(Date.parse(ctx.now) - IN_PROGRESS).toISOString()
    const gone = new Set<Id>()
    const left = () => ids.filter((id) => !gone.has(id))
    return { slices: presented(readById(changes, gone)), count: changes.length, paging: null, ids: left, as_of }
  }
}

/** @throws Refusal 422 */
function readInstant(text: string): string {
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw invalid({ since: ['Since must be a date and time.'] })
  return new Date(instant).toISOString()
}
