/** A worker thread that writes what the write-ahead log holds into the database file that it is told, when it is asked. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const db = new DatabaseSync(String(workerData))
parentPort?.on('message', () => {
  try {
    db.exec('pragma wal_checkpoint(passive)')
  } catch {
    // As on a full disk: what is in the log is safe, and is tried again after another commit.
  }
  parentPort?.postMessage(null, [])
})
