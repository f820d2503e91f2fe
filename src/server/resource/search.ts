import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { soughtNumber } from '../../core/query/sought-number.ts'
import type { Context } from '../context/context.ts'
import { columnOf, inList } from '../db/database.ts'
import { relatedFields } from '../db/plan.ts'
import { searchedFields } from '../db/tables.ts'
import type { Reference } from './catalog.ts'
import { readable } from './visibility.ts'

export const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Both engines index all sequences of three characters. */
export const INDEXED = 3
/** Up to this many matching related records are looked up by id; with more of them, scanning all rows is faster. */
const FEW = 200

/**
 * Whether the user may read all texts that a search looks through. They are kept as one, so for anyone else a search
 * finds records by the names of related ones only: finding would tell what the hidden texts say.
 */
export const searchesTexts = (entity: Entity, { user }: Pick<Context, 'user'>): boolean =>
  searchedFields(entity).every((name) => {
    const field = (entity.fields as Fields)[name]
    return field !== undefined && readable(field, user)
  })

/** The records by whose texts a search finds the one that they name: those with a `searchable` ref to it. */
export const foundBy = ({ catalog }: Pick<Context, 'catalog'>, entity: Entity): readonly Reference[] =>
  catalog
    .references(entity)
    .filter((one) => !one.lines && (one.entity.fields as Fields)[one.field]?.facts.searchable === true)

interface Found {
  readonly where: RawBuilder<unknown>
  /** Whether indexes find the rows, without looking at all of them. */
  readonly isIndexed: boolean
}

/**
 * Every word must occur in some searchable field, including searchable fields of related records (rule list-search). A
 * word of one or two letters must begin a word there, which the index finds too: keys have a space before each word. A
 * number finds the records that have it too. Texts that stand in records of their own (`foundBy`) are long, so that only
 * words that the index finds are looked for in them, and beside such a word shorter ones do not count.
 * @param options.inOrder goes through the rows in the list's order instead of using the index
 */
export async function searchSql(
  ctx: Context,
  entity: Entity,
  words: readonly string[],
  options: { inOrder: boolean },
): Promise<Found> {
  if (!words.length) return { where: sql`true`, isIndexed: false }
  const sought = soughtNumber(entity, words.join(' '))
  const field = sought && (entity.fields as Fields)[sought.field]
  const numbered = field && readable(field, ctx.user) && sql`${columnOf('t', sought.field)} = ${sought.number}`
  if (sought?.only && numbered) return { where: numbered, isIndexed: false }
  const long = foundBy(ctx, entity).length ? words.filter((word) => wantedOf(word).length >= INDEXED) : []
  const tests = await Promise.all((long.length ? long : words).map((word) => wordSql(ctx, entity, word, options)))
  const where = sql.join(
    tests.map((test) => test.where),
    sql` and `,
  )
  if (numbered) return { where: sql`(${numbered} or (${where}))`, isIndexed: false }
  return { where, isIndexed: tests.some(({ isIndexed }) => isIndexed) }
}

/** What is looked for, by its characters: a word of one or two letters with the space before it. */
const wantedOf = (word: string): readonly string[] =>
  [...word].length < INDEXED && /^[\p{L}\p{N}]+$/u.test(word) ? [' ', ...word] : [...word]

async function wordSql(ctx: Context, entity: Entity, word: string, { inOrder }: { inOrder: boolean }): Promise<Found> {
  const { catalog, db } = ctx
  const letters = wantedOf(word)
  const wanted = letters.join('')
  const isBeginning = wanted !== word
  const like = `%${escaped(wanted)}%`
  const related = relatedFields(catalog, entity).filter(
    ({ name }) => (entity.computed as Fields)[name]?.facts.searchable,
  )
  const searched = searchedFields(entity).length > 0
  if (!searched && !related.length) return { where: sql`true`, isIndexed: false }
  let isIndexed = !inOrder && letters.length >= INDEXED
  /** Finds through the index the rows of a searched table in any of whose texts the word occurs. */
  const isFound = (table: string, id: RawBuilder<unknown>, key: RawBuilder<unknown>) => {
    if (catalog.dialect !== 'sqlite' || letters.length < INDEXED) return sql`${key} like ${like} escape '\\'`
    const index = sql.table(`${table}_search`)
    return sql`${id} in (select rowid from ${index} where ${index} match ${`"${wanted.replaceAll('"', '""')}"`})`
  }
  const own = inOrder
    ? sql`(t.search_key || '') like ${like} escape '\\'`
    : isFound(entity.table, sql`t.id`, sql`t.search_key`)
  // Search the related records by name first, because there are few of them.
  const named = await Promise.all(
    related.map(async ({ ref, table, field }) => {
      const key = isBeginning ? sql`' ' || ${sql.ref(`${field}_key`)}` : sql.ref(`${field}_key`)
      const hasKeys = searchedFields(catalog.referred(entity, ref)).includes(field)
      const among = hasKeys ? sql`${isFound(table, sql.ref('id'), sql.ref('search_key'))} and ` : sql``
      const found = sql`select id from ${sql.table(table)} where ${among}${key} like ${like} escape '\\'`
      const { rows } = await sql<{ id: unknown }>`${found} limit ${sql.lit(FEW + 1)}`.execute(db)
      const ids = rows.map(({ id }) => Number(id))
      // Even a test that no row passes would keep SQLite from using the index of the others.
      if (!ids.length) return []
      if (ids.length <= FEW) return [inList(catalog.dialect, columnOf('t', ref), ids)]
      isIndexed = false
      // The unary plus keeps SQLite from using an index on this column, which would be slower here.
      return [sql`+${columnOf('t', ref)} in (${found})`]
    }),
  )
  const inTexts = foundBy(ctx, entity).flatMap(({ entity: { table }, entity: texts, field }) => {
    if (letters.length < INDEXED || !searchesTexts(texts, ctx)) return []
    const found = isFound(table, sql.ref('id'), sql.ref('search_key'))
    return [sql`t.id in (select ${sql.ref(field)} from ${sql.table(table)} where ${found} and deleted_at is null)`]
  })
  const tests = [...(searched && searchesTexts(entity, ctx) ? [own] : []), ...named.flat(), ...inTexts]
  return { where: tests.length ? sql`(${sql.join(tests, sql` or `)})` : sql`false`, isIndexed }
}
