/** Starts the programs of a run, and ends them with everything that they started. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

const isWindows = process.platform === 'win32'
/** How long what is asked to end has for it, in milliseconds: PostgreSQL closes its files, servers their sessions. */
const GRACE = 10_000

/** The processes below these, by the system's own table. */
function below(ids: readonly number[]): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found = new Set(ids)
  // Children may come before their parents in the table.
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const [id = 0, parent = 0] of parents) if (found.has(parent)) found.add(id)
  }
  return [...found]
}

function signalAll(ids: readonly number[], signal: NodeJS.Signals): void {
  for (const id of ids)
    try {
      process.kill(id, signal)
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

const isRunning = (id: number) => {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

/** What a program has ended with. */
export interface Finished {
  readonly code: number | null
  readonly output: string
}

interface Options {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Runs while the others leave something of the processors. */
  readonly yields?: boolean
}

/** The programs of one run. */
export interface Children {
  run(command: readonly string[], options: Options): Promise<Finished>
  /** Ends all that still run, with what they started, and resolves when they are gone. */
  end(): Promise<void>
}

export function createChildren(): Children {
  const running = new Set<ChildProcess>()
  return {
    run([program = '', ...words], { cwd, env, yields = false }) {
      return new Promise((done) => {
        const stdio = ['ignore', 'pipe', 'pipe'] as const
        const child = spawn(program, words, { cwd, env, stdio: [...stdio], shell: isWindows, detached: !isWindows })
        running.add(child)
        if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
        let output = ''
        const hear = (text: Buffer) => void (output += String(text))
        child.stdout.on('data', hear)
        child.stderr.on('data', hear)
        child.on('error', (error) => (output += String(error)))
        // What it left behind belongs to its group, and may hold its output open.
        child.on('exit', () => child.pid !== undefined && !isWindows && signalAll([-child.pid], 'SIGKILL'))
        child.on('close', (code) => {
          running.delete(child)
          done({ code, output })
        })
      })
    },
    async end() {
      const tops = [...running].flatMap(({ pid }) => pid ?? [])
      if (!tops.length) return
      if (isWindows) {
        for (const id of tops) execFileSync('taskkill', ['/PID', String(id), '/T', '/F'], { stdio: 'ignore' })
        return
      }
      // Taken before anything ends: what loses its parent is not found below it any more.
      const all = below(tops)
      signalAll(tops, 'SIGINT')
      const until = performance.now() + GRACE
      while (performance.now() < until && all.some(isRunning)) await new Promise((done) => setTimeout(done, 50))
      signalAll(all, 'SIGKILL')
    },
  }
}
