import { fork, spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { S3Config } from '#server/files/s3-store.ts'
import { clockArgs } from '../clock/today.ts'
import { temporaryFolder } from '../contract/server.ts'

const entry = fileURLToPath(new URL('./quick-server.ts', import.meta.url))

export interface Running {
  readonly url: string
  /** Kills it with SIGKILL, and resolves when it has exited. */
  kill(): Promise<void>
}

const said = <T>(child: ChildProcess, name: string) =>
  new Promise<T>((done, fail) => {
    const hear = (message: Record<string, T>) => {
      const value = message[name]
      if (value === undefined) return
      child.off('message', hear)
      done(value)
    }
    child.on('message', hear)
    child.once('exit', (code, signal) => fail(new Error(`The server ended by itself (${code ?? signal}).`)))
  })

interface Options {
  /** The folder of uploaded files; in memory by default. */
  files?: string
  /** The bucket of uploaded files instead. */
  s3?: S3Config
  /** Programs on this machine that webhooks may lead to. */
  hosts?: readonly string[]
  /** The longest file the system lets it write, in blocks of 512 bytes. */
  mostBlocks?: number
}

/**
 * Starts servers of one database one after the other. The next process loads its code while the current one serves, so that
 * a start only opens the database.
 */
export function createProcesses(at: string, { files, s3, hosts, mostBlocks }: Options = {}) {
  const env = { ...process.env, NODE_COMPILE_CACHE: temporaryFolder() }
  const load = () => {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
    const child = mostBlocks
      ? spawn('sh', ['-c', `ulimit -f ${mostBlocks} && exec "$0" "$@"`, process.execPath, ...clockArgs, entry], {
          env,
          stdio: [...stdio],
        })
      : fork(entry, { env, stdio: [...stdio], execArgv: [...clockArgs] })
    return { child, loaded: said<boolean>(child, 'ready') }
  }
  let next = load()
  return {
    async start(): Promise<Running> {
      const { child, loaded } = next
      next = load()
      // The error is reported below, when this process is used.
      next.loaded.catch(() => {})
      await loaded
      const port = said<number>(child, 'port')
      child.send({ at, files, s3, hosts })
      const url = `http://127.0.0.1:${await port}`
      const gone = new Promise<void>((done) => child.once('exit', () => done()))
      return {
        url,
        kill() {
          child.kill('SIGKILL')
          return gone
        },
      }
    },
    close: () => void next.child.kill('SIGKILL'),
  }
}
