import { readFileSync } from 'node:fs'

/** A tick of Linux's clock, in ms. */
const TICK = 10
/** How often time is given again to a process that had little of the processor: a busy machine has others come first. */
const MOST_AGAIN = 9

/** How much of a processor's time a process has taken, in ms, where the system tells (Linux); null elsewhere. */
export function processorTimeOf(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the name, which may hold anything: the 14th and 15th field are the time in the program and in the system.
    const [user, system] = status
      .slice(status.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * TICK
  } catch {
    return null
  }
}

export type Timer = ReturnType<typeof createTimer>

/**
 * Time that passes only while it is not held. Where `used` tells how much of a processor's time was taken, that counts:
 * when the time is up, what was not taken of it is given again, nine times at most.
 */
export function createTimer(patience: number, used: () => number | null) {
  let left = patience
  let [since, again] = [0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  const before = used() ?? 0
  function run(up: () => void): void {
    since = performance.now()
    timer = setTimeout(
      () => {
        const taken = used()
        const rest = taken === null || again++ >= MOST_AGAIN ? 0 : patience - (taken - before)
        if (rest <= 0) return up()
        left = Math.max(rest, patience / 4)
        run(up)
      },
      Math.max(0, left),
    )
  }
  function hold(): void {
    clearTimeout(timer)
    left -= performance.now() - since
  }
  return { run, hold }
}
