import { sql, type RawBuilder } from 'kysely'
import { THEN_COMMIT, type Dialect, type Executor } from './database.ts'

/**
 * Runs a transaction's last statement, and before it those in `closing`, whose results nobody needs. On PostgreSQL all
 * of them and the commit take one round trip; on SQLite a statement costs almost nothing.
 */
export async function executeLast<T>(
  db: Executor,
  dialect: Dialect,
  statement: RawBuilder<T>,
  closing: readonly RawBuilder<unknown>[],
): Promise<T[]> {
  if (dialect === 'sqlite') {
    for (const one of closing) await one.execute(db)
    return (await statement.execute(db)).rows
  }
  const parts = closing.map((one, at) => sql`${sql.ref(`closing_${at}`)} as (${one})`)
  const first = parts.length ? sql`with ${sql.join(parts)} ` : sql``
  return (await sql<T>`${first}${statement} ${sql.raw(THEN_COMMIT)}`.execute(db)).rows
}
