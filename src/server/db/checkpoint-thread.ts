/** A worker thread that writes the write-ahead log into the database file whenever it is asked: in a commit all would wait for it. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const db = new DatabaseSync(String(workerData))
parentPort?.on('message', () => {
  let trouble: string | null = null
  try {
    db.exec('pragma wal_checkpoint(passive)')
  } catch (error) {
    // As on a full disk: what is in the log is safe, and is tried again after another commit.
    trouble = String(error)
  }
  parentPort?.postMessage(trouble, [])
})
