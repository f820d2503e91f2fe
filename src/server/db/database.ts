import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'

/** Tables are created from the descriptions at start, so the compiler does not know their columns. */
export type Tables = Record<string, Record<string, unknown>>
/** The open database, or the current transaction. Inside a transaction, use only the transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>

export type Dialect = 'sqlite' | 'postgres'

/** The differences between the two engines, in one place. */
export interface Database {
  readonly dialect: Dialect
  readonly kysely: Kysely<Tables>
  /** What is committed, for reading alone: it waits for no transaction that is under way. */
  readonly reads: Kysely<Tables>
  close(): Promise<void>
}

/** Ends the text of a transaction's last statement, which the PostgreSQL driver then sends together with `commit`. */
export const THEN_COMMIT = '/* then commit */'

/** `column in (ids)` as a single parameter, so that the statement text does not depend on the number of ids. */
export function inList(dialect: Dialect, column: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${column} = any(${values})`
}

/**
 * Runs what a process does to the database at its start while no other one does: of two that start together, one creates
 * or upgrades the tables and what they must hold, and the other finds them. The lock ends with the connection, and so
 * also with a process that is killed.
 */
export async function startAlone<T>({ dialect, kysely }: Database, task: () => Promise<T>): Promise<T> {
  if (dialect === 'sqlite') return task()
  return kysely.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(hashtext('start'))`.execute(db)
    try {
      return await task()
    } finally {
      await sql`select pg_advisory_unlock(hashtext('start'))`.execute(db)
    }
  })
}

/**
 * Takes the lock `name` of PostgreSQL, or those parts of it, until the transaction ends. Parts are taken in one order by
 * everyone, so that two transactions do not wait for each other.
 */
export async function takeLock(db: Executor, name: string, parts?: readonly string[]): Promise<void> {
  if (!parts) return void (await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db))
  const locks = parts.map((part) => `${name} ${part}`).sort()
  await sql`with whole as materialized (select pg_advisory_xact_lock_shared(hashtext(${name})))
    select pg_advisory_xact_lock(hashtext(part)) from whole, unnest(${locks}::text[]) as part`.execute(db)
}

/** Locks the selected rows until the transaction ends; SQLite needs no lock, since it has a single writer. */
export const forUpdate = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql` for update of t` : sql``
/** Prevents a row that is about to be referred to from being deleted in the meantime. */
export const forShare = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql` for share of t` : sql``

/** Quotes an SQL identifier; both engines use the same quotes. */
export const quoted = (name: string): string => `"${name}"`

export const columnOf = (alias: string, column: string): RawBuilder<unknown> => sql.ref(`${alias}.${column}`)

/**
 * True when PostgreSQL aborted a transaction so that another could proceed; SQLite has a single writer, so it never
 * does.
 */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')

/** True for the error that either engine raises on a unique index violation. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '23505') || /UNIQUE constraint failed/.test(error.message)
}

/**
 * Runs writes that may be lost in a power failure, as long as nothing written before them is. The embedded database then
 * does not wait for the disk, and the whole process with it; the next ordinary commit makes them durable.
 */
export async function withoutSync<T>({ dialect, kysely }: Database, write: (db: Executor) => Promise<T>): Promise<T> {
  if (dialect !== 'sqlite') return write(kysely)
  return kysely.connection().execute(async (db) => {
    await sql`pragma synchronous = normal`.execute(db)
    try {
      return await write(db)
    } finally {
      await sql`pragma synchronous = full`.execute(db)
    }
  })
}
