import sqlite3InitModule, {
  type BindableValue,
  type Database as WasmDatabase,
  type PreparedStatement,
  type SqlValue,
} from '@sqlite.org/sqlite-wasm'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database, Tables } from './database.ts'
import { readingOn } from './reading.ts'

/** The embedded database in a browser's memory, whose contents can be copied and restored. */
export interface WasmMemory extends Database {
  copy(): Uint8Array
  /** Replaces the contents with those of a copy. */
  restore(copy: Uint8Array): void
}

/** Adapts a prepared statement to Kysely's SQLite dialect; it is reset after each use, so that it holds no lock. */
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

/** SQLite compiled to WebAssembly, in memory and on the page's main thread, so that the server runs without Node. */
export async function openWasm(): Promise<WasmMemory> {
  const { oo1, capi, wasm } = await sqlite3InitModule()
  let db: WasmDatabase = new oo1.DB(':memory:')
  const statements = new Map<string, SqliteStatement>()
  const changed = () => ({ changes: db.changes(), lastInsertRowid: capi.sqlite3_last_insert_rowid(db) })
  /** Closing the database finalizes all prepared statements. */
  const close = () => {
    statements.clear()
    db.close()
  }
  const handle: SqliteDatabase = {
    close,
    prepare(text) {
      let statement = statements.get(text)
      if (!statement) statements.set(text, (statement = wrap(db.prepare(text), changed)))
      return statement
    },
  }
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle }) })
  return {
    dialect: 'sqlite',
    kysely,
    reads: readingOn(kysely),
    copy: () => capi.sqlite3_js_db_export(db),
    restore(copy) {
      // Always restore into a new connection, because the search index keeps handles into the previous contents of an
      // open one.
      close()
      db = new oo1.DB(':memory:')
      const { length } = copy
      const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
      db.checkRc(capi.sqlite3_deserialize(db, 'main', wasm.allocFromTypedArray(copy), length, length, flags))
    },
    close: () => kysely.destroy(),
  }
}
