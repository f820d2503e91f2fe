import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** How much memory a process holds, in bytes, where the system tells; null elsewhere, and of a process that ended. */
const ways: Partial<Record<NodeJS.Platform, (pid: number) => number | null | Promise<number | null>>> = {
  linux(pid) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      // What was swapped out counts as well.
      const held = [...status.matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB$/gm)]
      return held.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)
    } catch {
      return null
    }
  },
  async darwin(pid) {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
    return stdout.trim() ? Number(stdout) * 1024 : null
  },
}
const residentOf = ways[process.platform]

/** Whether the system tells how much memory a process holds. */
export const tellsMemory = residentOf !== undefined

/** How often memory is looked at, in ms. */
const EVERY = 100

/** Calls `exceeded` when a process holds more than `most` bytes, until the returned function is called. */
export function watchMemory(pid: number, most: number, exceeded: () => void): () => void {
  const looking = setInterval(async () => {
    const held = await residentOf?.(pid)
    if (held !== undefined && held !== null && held > most) exceeded()
  }, EVERY)
  return () => clearInterval(looking)
}
