import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { resume } from '../http/own-time.ts'
import type { Database, Tables } from './database.ts'
import { createCheckpoints } from './checkpoints.ts'
import { readingOn } from './reading.ts'
import { lockFile } from './lock-file.ts'
import { troubleOf } from './trouble.ts'

const MOST_STATEMENTS = 500

/**
 * Adapts node:sqlite to Kysely's SQLite dialect; prepared statements are cached, since requests repeat the same
 * queries.
 */
function handle(db: DatabaseSync, committed: () => void): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  const wrap = (statement: StatementSync): SqliteStatement => ({
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  })
  // On a full disk SQLite may roll back the transaction itself. A second rollback would then fail and hide the cause.
  const rollback: SqliteStatement = {
    ...wrap(db.prepare('rollback')),
    run() {
      if (db.isTransaction) db.exec('rollback')
      return { changes: 0, lastInsertRowid: 0 }
    },
  }
  const committing = wrap(db.prepare('commit'))
  const commit: SqliteStatement = {
    ...committing,
    run(parameters) {
      const done = committing.run(parameters)
      committed()
      return done
    },
  }
  return {
    close: () => db.close(),
    prepare(text) {
      resume()
      if (text === 'rollback') return rollback
      if (text === 'commit') return commit
      let statement = statements.get(text)
      if (!statement) {
        if (statements.size >= MOST_STATEMENTS) statements.clear()
        statements.set(text, (statement = wrap(db.prepare(text))))
      }
      return statement
    },
  }
}

/** Locks the data folder for this process. @throws when another process holds it */
function lock(folder: string): () => void {
  try {
    return lockFile(join(folder, 'lock.db'))
  } catch (cause) {
    throw new Error(`${folder} is in use by another Plumbline process. Stop it, or set DATA_DIR to another folder.`, {
      cause,
    })
  }
}

/** What is deleted is overwritten in the pages that a change writes anyway: secrets do not linger in the file. */
const SETTINGS =
  'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = fast; pragma temp_store = memory; pragma cache_size = -32000'

/** The connection that writes, and one that reads what is committed meanwhile. */
function open(path: string): readonly [writing: DatabaseSync, reading: DatabaseSync] {
  const db = new DatabaseSync(path)
  try {
    db.exec(SETTINGS)
    db.exec('select 1 from sqlite_schema')
    // What is in memory belongs to one connection.
    if (path === ':memory:') return [db, db]
    const reading = new DatabaseSync(path, { readOnly: true })
    reading.exec('pragma temp_store = memory; pragma cache_size = -32000')
    return [db, reading]
  } catch (error) {
    db.close()
    if (troubleOf(error) !== 'full') throw error
  }
  // On a full disk, the file through which processes share the index of the write-ahead log cannot be created. This
  // process is the only one, so it can keep that index in memory, and at least reading works.
  const alone = new DatabaseSync(path)
  alone.exec(`pragma locking_mode = exclusive; ${SETTINGS}`)
  return [alone, alone]
}

const kyselyOn = (db: DatabaseSync, committed = () => {}) =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle(db, committed) }) })

function databaseOn(db: DatabaseSync, reading: DatabaseSync = db, closed = () => {}): Database {
  const path = reading === db ? null : db.location()
  const checkpoints = path === null ? undefined : createCheckpoints(db, path)
  const kysely = kyselyOn(db, checkpoints?.look)
  const reads = reading === db ? readingOn(kysely) : kyselyOn(reading)
  return {
    dialect: 'sqlite',
    kysely,
    reads,
    async close() {
      await checkpoints?.close()
      if (reading !== db) await reads.destroy()
      // One through which nothing was read is still open. The last connection that closes empties the log.
      if (reading !== db && reading.isOpen) reading.close()
      await kysely.destroy()
      closed()
    },
  }
}

/** A database in memory with the content of a database file, whose write-ahead log has been written into it. */
export function openSqliteCopy(image: Uint8Array): Database {
  const db = new DatabaseSync(':memory:')
  const content = Uint8Array.from(image)
  // The file format's versions for reading and writing: a database in memory has no write-ahead log (2), but a journal.
  content.fill(1, 18, 20)
  db.deserialize(content)
  db.exec(SETTINGS)
  return databaseOn(db)
}

/** A database file that no server uses, such as one in a backup. */
export function openSqliteFile(path: string): Database {
  const db = new DatabaseSync(path)
  db.exec(`${SETTINGS}; pragma journal_mode = delete`)
  return databaseOn(db)
}

/**
 * The embedded database: a file in `folder`, or in memory. Once a save has been answered it survives power loss (WAL
 * with synchronous=FULL).
 */
export function openSqlite(folder: string | ':memory:'): Database {
  const inMemory = folder === ':memory:'
  if (!inMemory) mkdirSync(folder, { recursive: true })
  const unlock = inMemory ? () => {} : lock(folder)
  return databaseOn(...open(inMemory ? folder : join(folder, 'plumbline.db')), unlock)
}
