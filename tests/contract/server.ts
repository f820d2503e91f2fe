import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clockArgs } from '../clock/today.ts'

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
/** What a shell may hold that decides something here; tests begin without any of it. */
const decided =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|APP_URL|COMPANY_NAME|DEMO_PASSWORD|PUSHER_|PASSWORD_RESET_URL|FRONTEND_|SESSION_|TRUST_|LOG_LEVEL|SMTP_|MAIL_|S3_|PLACES|MAP_|ANALYTICS_|VITE_|VITEST|NODE_ENV)/
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !decided.test(name)))

export interface Started {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly process: ChildProcess
  /** What it has written so far. */
  output(): string
  /** Resolves with its exit code once it is gone. */
  readonly ended: Promise<number | null>
  /** Ends it and resolves with its exit code once it is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface StartOptions {
  args?: readonly string[]
  env?: Record<string, string>
  dataDir?: string
  cwd?: string
  /** A command that runs the rest of its words, put before Node. */
  within?: readonly string[]
  /** Another copy of the server, in a repository of its own. */
  entry?: string
}

/** The environment of a server that does this on SIGUSR2: see on-signal.ts. */
export const onSignal = (what: 'collect' | 'reject'): Record<string, string> => ({
  ON_SIGNAL: what,
  NODE_OPTIONS: `--import=${new URL('./on-signal.ts', import.meta.url).href}`,
})

const folders: string[] = []
/** A folder of the test's own; `removeFolders` takes all of them away. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-'))
  folders.push(folder)
  return folder
}
export function removeFolders() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

const prepared = new Map<string, Promise<string>>()
/** A data folder with the sample company in it: seeded once, and copied for whoever needs one. */
export async function sampleFolder(): Promise<string> {
  const seeded =
    prepared.get('sample') ??
    (async () => {
      const server = await startServer({ args: ['--api-only'] })
      await server.stop()
      return server.dataDir
    })()
  prepared.set('sample', seeded)
  const folder = temporaryFolder()
  cpSync(await seeded, folder, { recursive: true })
  return folder
}

function launch({ args = [], env = {}, dataDir = temporaryFolder(), cwd, within = [], entry = main }: StartOptions) {
  const [command = process.execPath, ...words] = [...within, process.execPath, ...clockArgs, entry, ...args]
  const child = spawn(command, words, {
    cwd: cwd ?? dataDir,
    env: { ...clean, PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const heard = new Set<() => void>()
  const hear = (text: Buffer) => {
    output += String(text)
    for (const listener of heard) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return { child, ended, dataDir, output: () => output, heard }
}

/** Starts the real server as `npm start` would, on a port of its own; resolves once it says that it serves. */
export async function startServer(options: StartOptions = {}): Promise<Started> {
  const { child, ended, dataDir, output, heard } = launch(options)
  const said = (text: string) => / serves .* at \S+\n/.exec(text) !== null
  await new Promise<void>((done, fail) => {
    heard.add(function listen() {
      if (!said(output())) return
      heard.delete(listen)
      done()
    })
    void ended.then((code) => fail(new Error(`The server ended at its start with ${code}:\n${output()}`)))
  })
  // Production prints the address people open, and not its port.
  const port = Number(options.env?.PORT ?? / at http:\/\/localhost:(\d+)\n/.exec(output())?.[1])
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    process: child,
    ended,
    output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs a server that is expected to refuse to start; resolves with its code and what it said. */
export async function refusedStart(options: StartOptions): Promise<{ code: number | null; output: string }> {
  const { ended, output, child, heard } = launch(options)
  heard.add(() => / serves /.test(output()) && child.kill())
  return { code: await ended, output: output() }
}

/** Asks again and again until it holds; fails with the last reason. */
export async function eventually<T>(ask: () => T | Promise<T>, patience = 10_000): Promise<T> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}
