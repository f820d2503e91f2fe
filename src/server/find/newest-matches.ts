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
  const older = (column: RawBuilder<unknown>) => (before === null ? sql`true` : sql`${column} < ${before}`)
  const index = sql.table(`${table}_search`)
  const phrase = (part: string) => `"${part.replaceAll('"', '""')}"`
  const has = (part: string) => sql`search_key like ${`%${escaped(part)}%`} escape '\\'`
  const rows =
    catalog.dialect === 'sqlite'
      ? sql`select rowid as at from ${index} where ${index} match ${either.map((parts) => `(${parts.map(phrase).join(' AND ')})`).join(' OR ')} and ${older(sql`rowid`)} order by rowid desc limit ${sql.lit(most)}`
      : sql`select id as at from (select id from ${sql.table(table)} where (${sql.join(
          either.map((parts) => sql`(${sql.join(parts.map(has), sql` and `)})`),
          sql` or `,
        )}) and deleted_at is null limit ${sql.lit(MOST_COLLECTED)}) as found where ${older(sql`id`)} order by id desc limit ${sql.lit(most)}`
  const found = await sql<{
    at: unknown
    id: unknown
  }>`select f.at, t.${sql.ref(id)} as id from (${rows}) as f join ${sql.table(table)} as t on t.id = f.at order by f.at desc`.execute(
    db,
  )
  const last = found.rows.length < most ? null : Number(found.rows.at(-1)?.at)
  return { ids: found.rows.map((row) => Number(row.id)), last }
}
