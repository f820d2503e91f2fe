import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer, type Started, type StartOptions } from '../contract/server.ts'
import { createAxios } from '../contract/stock-axios.ts'

/** A floor: a program of its own that prints the port it listens on. */
export interface Bare {
  readonly url: string
  readonly process: ChildProcess
  stop(): Promise<unknown>
}

/** Starts a floor, a file beside this one. */
export async function startBare(file: string, ...args: string[]): Promise<Bare> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((done, fail) => {
    child.stdout.once('data', (text: Buffer) => done(Number(String(text))))
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}.`)))
  })
  const ended = new Promise((done) => child.once('close', done))
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** Starts the built server with what `npm run serve` sets, and waits until it serves. */
export const startBuilt = (options: StartOptions): Promise<Started> =>
  startServer({
    ...options,
    entry: fileURLToPath(new URL('../../dist-server/main.js', import.meta.url)),
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
      NODE_OPTIONS: '--max-semi-space-size=16',
      ...options.env,
    },
  })

/** The processor time that a process has used, in milliseconds, in steps of ten; only Linux tells. */
export function cpuOf({ pid }: { readonly pid?: number | undefined }): number {
  const [, figures = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = figures.split(' ').slice(11, 13)
  return 10 * (Number(user) + Number(system))
}

/** The processor time of every PostgreSQL process on this machine, in milliseconds. */
export const cpuOfPostgres = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        const isPostgres = readFileSync(`/proc/${name}/comm`, 'utf8').startsWith('postgres')
        return sum + (isPostgres ? cpuOf({ pid: Number(name) }) : 0)
      } catch {
        // The process has ended meanwhile.
        return sum
      }
    }, 0)

/** Resident memory of a process in MB. */
export const memoryOf = ({ pid }: { readonly pid?: number | undefined }): number =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024

/** Signs in from an address of its own, for servers that trust a proxy: tries are counted by address. */
export async function signInFrom(url: string, email: string, n: number) {
  const client = createAxios(url)
  client.http.defaults.headers.common['X-Forwarded-For'] = `10.0.${n >> 8}.${n & 255}`
  const { status, data } = await client.login(email)
  if (status !== 204) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(data)}`)
  return client
}
