import { cp } from 'node:fs/promises'
import type { Database } from '#server/db/database.ts'

/** The folders with the files that the sample company's records of a database name. */
const folders = new WeakMap<Database, string>()

/** Notes where the files of a copied database are. */
export function withFiles(database: Database, folder: string): Database {
  folders.set(database, folder)
  return database
}

/** Copies the files of a copied database into the folder of its server. */
export async function copySampleFiles(database: Database, to: string): Promise<void> {
  const folder = folders.get(database)
  if (folder) await cp(folder, to, { recursive: true })
}
