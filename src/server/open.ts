import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openSqlite } from './db/sqlite.ts'
import { folderDirectories, type Directories } from './files/directories.ts'
import type { FileStore } from './files/file-store.ts'
import { folderStore } from './files/folder-store.ts'
import { s3Store } from './files/s3-store.ts'

/** Opens the configured database; PostgreSQL's driver is loaded only for it. */
export const openDatabase = async ({ databaseUrl, dataDir }: Config): Promise<Database> =>
  databaseUrl ? (await import('./db/postgres.ts')).openPostgres(databaseUrl) : openSqlite(dataDir)

/** Opens the directories with files under their own names, which there are where files are kept in a folder. */
export function openDirectories({ s3, dataDir }: Config): Directories | undefined {
  const store = folderStore(join(dataDir, 'files'))
  const [root, notes] = [join(dataDir, 'projects'), join(dataDir, 'renames')]
  return s3 ? undefined : folderDirectories({ root, notes, originalOf: (path) => store.localPath(path) })
}

/** Opens the configured file store. */
export const openFiles = ({ s3, dataDir }: Config): FileStore =>
  s3 ? s3Store(s3) : folderStore(join(dataDir, 'files'))
