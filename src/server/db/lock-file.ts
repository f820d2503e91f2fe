import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file, which is created if need be, for this process; the operating system releases the lock however the
 * process ends.
 * @returns what releases it
 * @throws when another process holds it
 */
export function lockFile(path: string): () => void {
  const db = new DatabaseSync(path)
  try {
    // Nothing is ever written to this database, and a journal on disk would only take up space.
    db.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    db.close()
    throw error
  }
  return () => db.close()
}
