import { sql } from 'kysely'
import type { Database } from './database.ts'
import { troubleOf } from './trouble.ts'

/** Whether the database has room to write, tested by writing a row, since nothing else is conclusive. */
export async function hasRoom({ kysely }: Database, now: Date): Promise<boolean> {
  try {
    await sql`insert into app_settings (name, value) values ('started_at', ${now.toISOString()}) on conflict (name) do update set value = excluded.value`.execute(
      kysely,
    )
    return true
  } catch (error) {
    if (troubleOf(error) === 'full') return false
    throw error
  }
}
