import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database, Tables } from './database.ts'
import { troubleOf } from './trouble.ts'

const MOST_STATEMENTS = 500

/** node:sqlite as Kysely's SQLite dialect wants it; prepared statements are kept, since requests repeat themselves. */
function handle(db: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  const wrap = (statement: StatementSync): SqliteStatement => ({
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  })
  // Without room for a statement SQLite may undo the whole transaction by itself: undoing it again would fail, and hide why.
  const rollback: SqliteStatement = {
    ...wrap(db.prepare('rollback')),
    run() {
      if (db.isTransaction) db.exec('rollback')
      return { changes: 0, lastInsertRowid: 0 }
    },
  }
  return {
    close: () => db.close(),
    prepare(text) {
      if (text === 'rollback') return rollback
      let statement = statements.get(text)
      if (!statement) {
        if (statements.size >= MOST_STATEMENTS) statements.clear()
        statements.set(text, (statement = wrap(db.prepare(text))))
      }
      return statement
    },
  }
}

/**
 * Holds the data folder for this process; the system lets go of it when the process ends, however it ends.
 * @throws when another process holds it.
 */
function lock(folder: string): () => void {
  const db = new DatabaseSync(join(folder, 'lock.db'))
  try {
    // Nothing is ever written to it: a journal on disk would only need room.
    db.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    db.close()
    throw new Error(`${folder} is in use by another Plumbline process. Stop it, or set DATA_DIR to another folder.`, {
      cause,
    })
  }
  return () => db.close()
}

const SETTINGS =
  'pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -32000'

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  try {
    db.exec(SETTINGS)
    db.exec('select 1 from sqlite_schema')
    return db
  } catch (error) {
    db.close()
    if (troubleOf(error) !== 'full') throw error
  }
  // On a full disk there is no room for the file that processes share the log's index in. This one is alone, and may keep
  // the index in memory: what is there can be read.
  const alone = new DatabaseSync(path)
  alone.exec(`pragma locking_mode = exclusive; ${SETTINGS}`)
  return alone
}

/**
 * The embedded database: a file in `folder`, or one in memory. An answered save survives power loss (WAL with
 * synchronous=FULL).
 */
export function openSqlite(folder: string | ':memory:'): Database {
  const inMemory = folder === ':memory:'
  if (!inMemory) mkdirSync(folder, { recursive: true })
  const unlock = inMemory ? () => {} : lock(folder)
  const db = open(inMemory ? folder : join(folder, 'plumbline.db'))
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle(db) }) })
  return {
    dialect: 'sqlite',
    kysely,
    async close() {
      await kysely.destroy()
      unlock()
    },
  }
}
