/** A thread that hashes: argon2id, one after the other, while the requests of everyone else go first. */
import { argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Answer, Task } from './argon2.ts'

/** Of 0 (as everyone) to 19: still gets its share where other programs keep the machine busy. */
const PRIORITY = 10

/** Linux gives each thread a priority of its own, by its id; elsewhere this one is like any other. */
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
