import type { Database } from '#server/db/database.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { sampleSqlite } from '../sample.ts'

/** One engine is enough to tell whether a test would notice; that both answer alike is shown elsewhere. */
export const engines: { engine: string; open: () => Promise<Database>; openSample: () => Promise<Database> }[] = [
  { engine: 'SQLite', open: async () => openSqlite(':memory:'), openSample: sampleSqlite },
]

export const enginesOfTier = engines
