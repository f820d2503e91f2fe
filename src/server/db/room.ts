import { sql } from 'kysely'
import type { Database } from './database.ts'
import { troubleOf } from './trouble.ts'

/** Writes a row, since nothing else shows that the database takes writes. @throws why it does not */
export async function tryWriting({ kysely }: Pick<Database, 'kysely'>, now: Date): Promise<void> {
  await sql`insert into app_settings (name, value) values ('written_at', ${now.toISOString()}) on conflict (name) do update set value = excluded.value`.execute(
    kysely,
  )
}

/** Whether the database has room to write. */
export async function hasRoom(database: Database, now: Date): Promise<boolean> {
  try {
    await tryWriting(database, now)
    return true
  } catch (error) {
    if (troubleOf(error) === 'full') return false
    throw error
  }
}
