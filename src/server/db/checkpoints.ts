import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { threadAt } from '../thread-at.ts'

/** So many pages of the write-ahead log are worth writing into the database file, as SQLite itself has it. */
const WORTHWHILE = 1000
/** Where the log grows faster than that, the commit after so many pages does it: 64 MB. */
const MOST = 16_000

export interface Checkpoints {
  /** To be called after a commit. Returns whether the thread was asked to write, which it is not while it does or for little. */
  look(): boolean
  close(): Promise<void>
}

/**
 * Has the write-ahead log written into the database file by a thread of its own, since SQLite would otherwise do it in a
 * commit, for which all requests wait. The thread starts when there is something to write. What it cannot do is logged
 * once until it can again, since it is tried after each commit.
 */
export function createCheckpoints(
  db: DatabaseSync,
  path: string,
  log: (trouble: string) => void = console.error,
): Checkpoints {
  db.exec(`pragma wal_autocheckpoint = ${MOST}`)
  const pages = db.prepare('pragma wal_checkpoint(noop)')
  let thread: Worker | undefined
  let asked = false
  let told: string | null = null
  function tell(trouble: string | null) {
    if (trouble !== null && trouble !== told) log(`The write-ahead log stays out of the database file. ${trouble}`)
    told = trouble
  }
  function start(): Worker {
    const worker = new Worker(threadAt(import.meta.url, 'checkpoint-thread'), { workerData: path })
    worker.on('message', (trouble: string | null) => {
      asked = false
      tell(trouble)
    })
    worker.on('error', (error) => tell(String(error)))
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
      if (asked) return false
      const { log, checkpointed } = pages.get() ?? {}
      if (Number(log) - Number(checkpointed) < WORTHWHILE) return false
      asked = true
      thread ??= start()
      thread.postMessage(null, [])
      return true
    },
    close: async () => void (await thread?.terminate()),
  }
}
