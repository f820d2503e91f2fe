import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { threadAt } from '../thread-at.ts'

/** So many pages of the write-ahead log are worth writing into the database file, as SQLite itself has it. */
const WORTHWHILE = 1000
/** Where the log grows faster than that, the commit after so many pages does it: 64 MB. */
const MOST = 16_000

export interface Checkpoints {
  /** To be called after a commit. */
  look(): void
  close(): Promise<void>
}

/**
 * Has the write-ahead log written into the database file by a thread of its own, since SQLite would otherwise do it in a
 * commit, for which all requests wait. The thread starts when there is something to write.
 */
export function createCheckpoints(db: DatabaseSync, path: string): Checkpoints {
  db.exec(`pragma wal_autocheckpoint = ${MOST}`)
  const pages = db.prepare('pragma wal_checkpoint(noop)')
  let thread: Worker | undefined
  let asked = false
  function start(): Worker {
    const worker = new Worker(threadAt(import.meta.url, 'checkpoint-thread'), { workerData: path })
    worker.on('message', () => (asked = false))
    // The next commit starts another.
    const end = () => {
      thread = undefined
      asked = false
    }
    worker.on('error', end)
    worker.on('exit', end)
    worker.unref()
    return worker
  }
  return {
    look() {
      if (asked) return
      const { log, checkpointed } = pages.get() ?? {}
      if (Number(log) - Number(checkpointed) < WORTHWHILE) return
      asked = true
      thread ??= start()
      thread.postMessage(null, [])
    },
    close: async () => void (await thread?.terminate()),
  }
}
