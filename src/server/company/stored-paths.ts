import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { columnsIn } from '../db/schema.ts'
import { tablesIn } from './copy-database.ts'

/** A path that a file store made up. */
const isStored = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[0-9a-f]{2}\/)?[0-9a-f]{8}-[0-9a-f-]{27}/.test(value)

/** The paths of all finished files that a database names: of records, their versions and previews. */
export async function storedPaths(database: Database): Promise<Set<string>> {
  const paths = new Set<string>()
  for (const table of await tablesIn(database)) {
    const columns = await columnsIn(database, table)
    const unfinished = table === 'uploads' ? sql` and finished_at is not null and removed_at is null` : sql``
    for (const column of columns.keys()) {
      if (!/^(.+_)?path$/.test(column)) continue
      const { rows } = await sql<{
        path: unknown
      }>`select distinct ${sql.ref(column)} as path from ${sql.table(table)} where ${sql.ref(column)} is not null${unfinished}`.execute(
        database.kysely,
      )
      for (const { path } of rows) if (isStored(path)) paths.add(path)
    }
  }
  return paths
}
