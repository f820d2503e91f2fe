import { randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Hasher } from './hash-queue.ts'
import { threadAt } from '../thread-at.ts'

export interface Task {
  id: number
  options: Argon2Parameters
}
export interface Answer {
  id: number
  tag: Uint8Array
}

interface Asked {
  done: (tag: Uint8Array) => void
  fail: (error: unknown) => void
}
interface Thread {
  worker: Worker
  asked: Map<number, Asked>
}

// OWASP's recommendation for argon2id: 19 MiB, 2 passes, one lane.
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }
/** Leaves one core for requests, and limits memory to what this many threads use. */
const THREADS = Math.max(1, availableParallelism() - 1)
const threads = new Set<Thread>()
let tasks = 0

/** Not libuv's thread pool: file access and DNS lookups share it, and its threads cannot lower their priority. */
function startThread(): Thread {
  const thread: Thread = { worker: new Worker(threadAt(import.meta.url, 'argon2-thread')), asked: new Map() }
  const { worker, asked } = thread
  worker.on('message', ({ id, tag }: Answer) => {
    asked.get(id)?.done(tag)
    asked.delete(id)
    // An idle thread must not keep the process alive.
    if (!asked.size) worker.unref()
  })
  // The next call starts a replacement for a thread that ended.
  const end = (error: unknown) => {
    threads.delete(thread)
    for (const { fail } of asked.values()) fail(error)
    asked.clear()
  }
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`The hashing thread ended with ${code}.`)))
  threads.add(thread)
  return thread
}

function derive(options: Argon2Parameters): Promise<Uint8Array> {
  const idle = [...threads].find(({ asked }) => !asked.size)
  const [first] = threads
  const thread = idle ?? (first && threads.size >= THREADS ? first : startThread())
  return new Promise((done, fail) => {
    const id = ++tasks
    thread.asked.set(id, { done, fail })
    thread.worker.ref()
    thread.worker.postMessage({ id, options } satisfies Task, [])
  })
}

const made = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

/** argon2id on low-priority threads, in the usual `$argon2id$…` format. */
export const argon2Hasher: Hasher = {
  atOnce: THREADS,
  async hash(password) {
    const nonce = randomBytes(16)
    const tag = await derive({ ...cost, message: password, nonce })
    return `${made}${base64(nonce)}$${base64(tag)}`
  },
  isOutdated: (hash) => !hash.startsWith(made),
  async verify(password, hash) {
    const [, memory, passes, parallelism, nonce, tag] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
    if (!nonce || !tag) return false
    const wanted = Buffer.from(tag, 'base64')
    const options = {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: wanted.length,
    }
    const found = await derive({ ...options, message: password, nonce: Buffer.from(nonce, 'base64') })
    return timingSafeEqual(found, wanted)
  },
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
