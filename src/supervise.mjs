// Runs a program for src/prepare.mjs, under any version of Node.
import { spawn } from 'node:child_process'

/** A server that ends by itself for the fifth time within a minute stays ended: it would go on like that. */
const [MOST, MINUTE] = [5, 60_000]
/** The wait before the first start of that minute, in ms, doubled for each further one. */
const FIRST_WAIT = 1000

/**
 * Runs a program, ends as it ends, and hands on signals by the returned function. With `again`, a program that said that
 * it serves is started again when it ends by a crash, and finds how the one before ended in `STARTED_AFTER`.
 */
export function supervise(command, args, { again = false, env, firstWait = FIRST_WAIT, ...options }) {
  let child
  let waiting
  let served = false
  let stopping = false
  let ends = []

  function start(after) {
    waiting = undefined
    const own = after === undefined ? env : { ...env, STARTED_AFTER: after }
    const stdio = ['inherit', 'inherit', 'inherit', ...(again ? ['ipc'] : [])]
    child = spawn(command, args, { ...options, env: own, stdio })
    child.on('message', () => (served = true))
    const started = child
    // What it said last may be read after its end.
    child.on('exit', (code, signal) =>
      started.connected ? started.once('disconnect', () => ended(code, signal)) : ended(code, signal),
    )
  }

  function ended(code, signal) {
    const status = code ?? (signal ? 1 : 0)
    // One that refuses to start has said why.
    if (!again || !served || stopping || status === 0) process.exit(status)
    const now = Date.now()
    ends = [...ends.filter((at) => now - at < MINUTE), now]
    const how = signal ?? `code ${code}`
    if (ends.length >= MOST) {
      console.error(`\n  Plumbline ended with ${how}, for the fifth time within a minute, and is not started again.\n`)
      process.exit(status)
    }
    const wait = firstWait * 2 ** (ends.length - 1)
    console.error(`\n  Plumbline ended with ${how}, and is started again in ${wait / 1000} s.\n`)
    waiting = setTimeout(() => start(how), wait)
  }

  start()
  return function stop(signal) {
    stopping = true
    if (waiting) process.exit(0)
    child.kill(signal)
  }
}
