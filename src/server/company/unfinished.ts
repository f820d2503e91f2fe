import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { tablesIn } from './copy-database.ts'

/** The table that stands in a database while another one is copied into it, with what is copied. */
const TABLE = 'unfinished_copy'

/** What a copy into this database was made of, if it was broken off; null otherwise. */
export async function unfinishedCopy(database: Database): Promise<string | null> {
  if (!(await tablesIn(database)).includes(TABLE)) return null
  const { rows } = await sql<{ source: string }>`select source from ${sql.table(TABLE)}`.execute(database.kysely)
  return rows[0]?.source ?? ''
}

export async function beginCopy({ kysely }: Database, source: string): Promise<void> {
  await sql`create table if not exists ${sql.table(TABLE)} (source text not null)`.execute(kysely)
  await sql`delete from ${sql.table(TABLE)}`.execute(kysely)
  await sql`insert into ${sql.table(TABLE)} (source) values (${source})`.execute(kysely)
}

export async function endCopy({ kysely }: Database): Promise<void> {
  await sql`drop table ${sql.table(TABLE)}`.execute(kysely)
}

/** @throws when a copy into this database was broken off, so that it holds only a part of a company */
export async function checkFinished(database: Database): Promise<void> {
  if ((await unfinishedCopy(database)) !== null)
    throw new Error('a restore or move into this database was broken off. Run the same command again to finish it.')
}
