import { sql } from 'kysely'
import type { Database } from './database.ts'
import { troubleOf } from './trouble.ts'

/** Whether anything can be written: a row is, since nothing else tells for sure. */
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
