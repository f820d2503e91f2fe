import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openPostgres } from './db/postgres.ts'
import { openSqlite } from './db/sqlite.ts'
import type { FileStore } from './files/file-store.ts'
import { folderStore } from './files/folder-store.ts'
import { s3Store } from './files/s3-store.ts'

/** Opens the configured database. */
export const openDatabase = ({ databaseUrl, dataDir }: Config): Database =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir)

/** Opens the configured file store. */
export const openFiles = ({ s3, dataDir }: Config): FileStore =>
  s3 ? s3Store(s3) : folderStore(join(dataDir, 'files'))
