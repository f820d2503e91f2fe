import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import { sha256 } from '../auth/crypto.ts'
import type { ServerModuleSpec } from '../define-server.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { createOwnTables } from './own-tables.ts'
import { indexSql, syncSchema } from './schema.ts'
import { tablesOf } from './tables.ts'

/** What the tables are made for. */
interface Described {
  readonly entities: readonly Entity[]
  readonly serverModules: readonly ServerModuleSpec[]
}

/**
 * Creates the tables of the app's version, and upgrades those that are there. The database notes the descriptions that its
 * tables were last made for: comparing each table with the same ones again would take most of a start.
 */
export async function prepareTables(
  database: Database,
  { entities, serverModules }: Described,
  log: (line: string) => void = () => {},
): Promise<void> {
  const { kysely, dialect } = database
  await migrate(database, serverModules, log)
  await createOwnTables(database)
  const tables = entities.flatMap((entity) => tablesOf(dialect, entity))
  const texts = tables.map((table) => [table, table.indexes.map((index) => indexSql(database, table.name, index))])
  const described = sha256(JSON.stringify(texts))
  const known = await sql<{ value: string }>`select value from app_settings where name = 'tables'`.execute(kysely)
  if (known.rows[0]?.value === described) return
  if (!(await syncSchema(database, entities, log))) return
  await sql`insert into app_settings (name, value) values ('tables', ${described}) on conflict (name) do update set value = excluded.value`.execute(
    kysely,
  )
}
