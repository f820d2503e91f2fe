import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Context } from '../context/context.ts'
import { escaped } from '../resource/search.ts'

/** Where texts are searched: a table, and its column with the record that they are found for. */
interface Texts {
  readonly table: string
  readonly id: string
  /** What stands in them: all parts of one of these lists, normalized, each long enough for the index. */
  readonly either: readonly (readonly string[])[]
}
/** PostgreSQL collects so many matches at most before it takes the newest, so that its planner uses the index. */
const MOST_COLLECTED = 20_000
/**
 * Among how many of the newest rows PostgreSQL first looks for so many matches: its index of parts would collect all that have a
 * common word, each at the cost of reading seven rows, and of 100,000 so many balance that.
 */
const newestOf = (most: number) => Math.round(700 * Math.sqrt(most))
/** Where no part has three letters that the index knows it by, it would look at most rows, and so many are read for each match. */
const READ_FOR_EACH = 16
const isKnown = (part: string) => /[\p{L}\p{N}]{3}| [\p{L}\p{N}]{2}/u.test(part)

/**
 * The records of the newest texts that have these parts, seen or not, without looking at all of them.
 * @param before the last row of an earlier answer
 * @returns `last`: the row to go on from; null where there are no more
 */
export async function newestMatches(
  { catalog, db }: Pick<Context, 'catalog' | 'db'>,
  { table, id, either }: Texts,
  before: Id | null,
  most: number,
): Promise<{ ids: Id[]; last: Id | null }> {
  const rows = (catalog.dialect === 'sqlite' ? inSqlite : inPostgres)(table, either, before, most)
  const whose = sql`select f.at, t.${sql.ref(id)} as id from (${rows}) as f join ${sql.table(table)} as t on t.id = f.at`
  const own = sql`select f.at, f.at as id from (${rows}) as f`
  const found = await sql<{ at: unknown; id: unknown }>`${id === 'id' ? own : whose} order by f.at desc`.execute(db)
  const last = found.rows.length < most ? null : Number(found.rows.at(-1)?.at)
  return { ids: found.rows.map((row) => Number(row.id)), last }
}

type Matches = (table: string, either: Texts['either'], before: Id | null, most: number) => RawBuilder<unknown>

const older = (column: string, before: Id | null) => (before === null ? sql`true` : sql`${sql.ref(column)} < ${before}`)

const inSqlite: Matches = (table, either, before, most) => {
  const index = sql.table(`${table}_search`)
  const phrase = (part: string) => `"${part.replaceAll('"', '""')}"`
  const sought = either.map((parts) => `(${parts.map(phrase).join(' AND ')})`).join(' OR ')
  return sql`select rowid as at from ${index} where ${index} match ${sought} and ${older('rowid', before)} order by rowid desc limit ${sql.lit(most)}`
}

/** Where the newest rows have too few matches, the index is asked for all, which a rare word is quick in. */
const inPostgres: Matches = (table, either, before, most) => {
  const like = (part: string) => sql`search_key like ${`%${escaped(part)}%`} escape '\\'`
  const has = sql`(${sql.join(
    either.map((parts) => sql`(${sql.join(parts.map(like), sql` and `)})`),
    sql` or `,
  )})`
  const rows = sql`${sql.table(table)} where deleted_at is null and ${older('id', before)}`
  const isIndexed = either.every((parts) => parts.some(isKnown))
  const last = before === null ? sql`(select max(id) from ${sql.table(table)})` : sql`${before}`
  const least = sql`${last} - ${sql.lit(isIndexed ? newestOf(most) : most * READ_FOR_EACH)}`
  // The planner goes through them in order or by the index, as common as its statistics say that the parts are.
  const newest = sql`select id, search_key from ${rows} and id > ${least} ${isIndexed ? sql`` : sql`offset 0`}`
  const all = sql`select id from ${rows} and ${has} limit ${sql.lit(MOST_COLLECTED)}`
  const best = (some: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`select id from (${some}) as found where ${where} order by id desc limit ${sql.lit(most)}`
  return sql`with near as materialized (${best(newest, has)}), enough as (select count(*) = ${sql.lit(most)} or ${least} <= 0 as yes from near)
    select id as at from near where (select yes from enough) union all select id from (${best(all, sql`true`)}) as found where not (select yes from enough)`
}
