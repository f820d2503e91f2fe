import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Dialect, Executor } from '../db/database.ts'
import { tablesWithPaths } from '../files/check.ts'

export interface Storage {
  readonly database_bytes: number
  /** Uploaded files, each counted once however many records name it, without previews. */
  readonly files: number
  readonly files_bytes: number
  readonly previews_bytes: number
}

/** What the company's data takes, in bytes, as the database knows it. */
export async function storageOf(db: Executor, dialect: Dialect, uploading: readonly Entity[]): Promise<Storage> {
  const bytes =
    dialect === 'postgres'
      ? sql`pg_database_size(current_database())`
      : sql`(select page_count from pragma_page_count()) * (select page_size from pragma_page_size())`
  const named = uploading
    .flatMap(tablesWithPaths)
    .filter(({ sized }) => sized)
    .map(({ table, where }) => sql`select path, size from ${sql.table(table)} where path is not null${where}`)
  const files = named.length
    ? sql`select max(size) as size from (${sql.join(named, sql` union all `)}) as named group by path`
    : sql`select 0 as size where 1 = 0`
  const { rows } = await sql<Record<keyof Storage, unknown>>`select
    ${bytes} as database_bytes,
    (select count(*) from (${files}) as counted) as files,
    (select coalesce(sum(size), 0) from (${files}) as summed) as files_bytes,
    (select coalesce(sum(bytes), 0) from file_previews) as previews_bytes`.execute(db)
  const [row] = rows
  return {
    database_bytes: Number(row?.database_bytes),
    files: Number(row?.files),
    files_bytes: Number(row?.files_bytes),
    previews_bytes: Number(row?.previews_bytes),
  }
}
