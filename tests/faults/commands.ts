import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clockArgs } from '../clock/today.ts'
import { temporaryFolder } from '../contract/server.ts'

/** Where a company is: its folder, and its PostgreSQL server if it has one. */
export interface Place {
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string
}

/** Puts before a command what mounts a small file system over a folder, for it alone, as root or in a namespace of its own. */
export const withinMount = (folder: string, size: string, run: string): string[] => {
  const steps = `mount -t tmpfs -o size=${size} tmpfs "${folder}" && ${run}`
  return ['unshare', ...(process.getuid?.() === 0 ? [] : ['-r']), '-m', 'sh', '-c', steps]
}
/** Whether such a file system can be mounted here; containers and other systems may not allow it. */
export function mayMount(): boolean {
  const [command = '', ...words] = withinMount(temporaryFolder(), '1m', 'exec "$0" "$@"')
  return spawnSync(command, [...words, 'true']).status === 0
}

/**
 * Runs an operator's command (`backup`, `restore`, `move`, `check-files`) in a process of its own.
 * @param mostBlocks the longest file the system lets it write, in blocks of 512 bytes
 * @param small a folder on a disk of that size, which is empty before; what it holds then is told with the output
 */
export function createCommands({
  mostBlocks,
  small,
}: { mostBlocks?: number; small?: { folder: string; size: string } } = {}) {
  const cache = temporaryFolder()
  return async (name: string, place: Place, words: readonly string[], killAfter?: number) => {
    const entry = fileURLToPath(new URL(`../../src/server/${name}.ts`, import.meta.url))
    const { PATH = '' } = process.env
    const within = small
      ? withinMount(small.folder, small.size, `{ "$0" "$@"; code=$?; ls -A "${small.folder}"; exit $code; }`)
      : []
    const limit = mostBlocks === undefined ? within : ['sh', '-c', `ulimit -f ${mostBlocks} && exec "$0" "$@"`]
    const [command = '', ...rest] = [...limit, process.execPath, ...clockArgs, entry, ...words]
    const child = spawn(command, rest, {
      cwd: existsSync(place.DATA_DIR) ? place.DATA_DIR : cache,
      env: { PATH, NODE_COMPILE_CACHE: cache, ...place },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const began = performance.now()
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
    const code = await new Promise<number | null>((done) => child.once('close', done))
    clearTimeout(timer)
    return { code, output, took: performance.now() - began }
  }
}
export type RunCommand = ReturnType<typeof createCommands>
