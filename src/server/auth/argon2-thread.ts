/** A worker thread that hashes with argon2id, one password at a time, at a lower priority than requests. */
import { argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Answer, Task } from './argon2.ts'

/**
 * Nice value, from 0 (normal) to 19: low enough to yield, yet gets its share when other programs keep the machine busy.
 */
const PRIORITY = 10

/** Lowers this thread's priority. Linux has a priority per thread, by its id; on other systems nothing changes. */
function stepBack() {
  if (process.platform !== 'linux') return
  const [, id] = /(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  if (id) setPriority(Number(id), PRIORITY)
}

stepBack()
parentPort?.on('message', ({ id, options }: Task) => {
  const answer: Answer = { id, tag: argon2Sync('argon2id', options) }
  parentPort?.postMessage(answer, [])
})
