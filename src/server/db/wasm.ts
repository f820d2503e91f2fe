import sqlite3InitModule, {
  type BindableValue,
  type Database as WasmDatabase,
  type PreparedStatement,
  type SqlValue,
} from '@sqlite.org/sqlite-wasm'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database, Tables } from './database.ts'

/** The embedded database in a browser's memory; a copy of all it holds can be kept and put back. */
export interface WasmMemory extends Database {
  copy(): Uint8Array
  /** Makes it hold what a copy holds, and nothing else. */
  restore(copy: Uint8Array): void
}

/** One prepared statement as Kysely's SQLite dialect wants it; it is reset after each use, so that none holds a lock. */
function wrap(statement: PreparedStatement, changed: () => ReturnType<SqliteStatement['run']>): SqliteStatement {
  const reader = statement.columnCount > 0
  const names = reader ? statement.getColumnNames() : []
  function* iterate(parameters: readonly unknown[]): IterableIterator<Record<string, SqlValue>> {
    if (parameters.length) statement.bind(parameters as BindableValue[])
    try {
      while (statement.step())
        yield Object.fromEntries(statement.get([]).map((value, at) => [names[at] ?? String(at), value]))
    } finally {
      statement.reset(true)
    }
  }
  return {
    reader,
    iterate,
    all: (parameters) => [...iterate(parameters)],
    run(parameters) {
      for (const _ of iterate(parameters));
      return changed()
    },
  }
}

/** SQLite compiled for browsers, in memory and in the page's own thread: the server runs where there is no Node. */
export async function openWasm(): Promise<WasmMemory> {
  const { oo1, capi, wasm } = await sqlite3InitModule()
  const db: WasmDatabase = new oo1.DB(':memory:')
  const statements = new Map<string, { statement: PreparedStatement; wrapped: SqliteStatement }>()
  const changed = () => ({ changes: db.changes(), lastInsertRowid: capi.sqlite3_last_insert_rowid(db) })
  const forget = () => {
    for (const { statement } of statements.values()) statement.finalize()
    statements.clear()
  }
  const handle: SqliteDatabase = {
    close() {
      forget()
      db.close()
    },
    prepare(text) {
      const known = statements.get(text)
      if (known) return known.wrapped
      const statement = db.prepare(text)
      const wrapped = wrap(statement, changed)
      statements.set(text, { statement, wrapped })
      return wrapped
    },
  }
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle }) })
  return {
    dialect: 'sqlite',
    kysely,
    copy: () => capi.sqlite3_js_db_export(db),
    restore(copy) {
      forget()
      const { length } = copy
      const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
      db.checkRc(capi.sqlite3_deserialize(db, 'main', wasm.allocFromTypedArray(copy), length, length, flags))
    },
    close: () => kysely.destroy(),
  }
}
