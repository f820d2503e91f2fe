import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'

/** Tables follow the descriptions at start, so their columns are known to the descriptions and not to the compiler. */
export type Tables = Record<string, Record<string, unknown>>
/** The open database, or the transaction one is in: inside a transaction nothing else may be used. */
export type Executor = Kysely<Tables> | Transaction<Tables>

export type Dialect = 'sqlite' | 'postgres'

/** What the two engines do differently, in one place. */
export interface Database {
  readonly dialect: Dialect
  readonly kysely: Kysely<Tables>
  close(): Promise<void>
}

/** `column in (ids)` with one parameter however many ids there are, so the statement stays the same. */
export function inList(dialect: Dialect, column: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${column} = any(${values})`
}

/** Keeps what was read from changing until the transaction ends; SQLite has one writer and needs no such thing. */
export const forUpdate = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql` for update of t` : sql``
/** Keeps a row that others are about to refer to from being deleted meanwhile. */
export const forShare = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql` for share of t` : sql``

/** A name in SQL's own quotes; both engines take the same. */
export const quoted = (name: string): string => `"${name}"`

export const columnOf = (alias: string, column: string): RawBuilder<unknown> => sql.ref(`${alias}.${column}`)

/** True when PostgreSQL ended a transaction so that another could go on; SQLite has one writer at a time. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')

/** True for the error either engine raises when a unique index refuses a row. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '23505') || /UNIQUE constraint failed/.test(error.message)
}
