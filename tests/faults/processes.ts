import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../contract/server.ts'

const entry = fileURLToPath(new URL('./quick-server.ts', import.meta.url))

export interface Running {
  readonly url: string
  /** Ends it as a loss of power would end a process, and resolves once it is gone. */
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

/**
 * Servers of one database, one after the other. The next one loads its code while this one serves, so that a start is
 * only the opening of the database.
 */
export function createProcesses(at: string) {
  const env = { ...process.env, NODE_COMPILE_CACHE: temporaryFolder() }
  const load = () => {
    const child = fork(entry, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    return { child, loaded: said<boolean>(child, 'ready') }
  }
  let next = load()
  return {
    async start(): Promise<Running> {
      const { child, loaded } = next
      next = load()
      // Told of below, when it is this one's turn.
      next.loaded.catch(() => {})
      await loaded
      const port = said<number>(child, 'port')
      child.send({ at })
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
