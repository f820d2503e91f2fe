import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clockArgs } from '../clock/today.ts'
import { copySeeded } from '../seeded.ts'

/** The server of the sources, or the built one that `npm test` names. */
const main = process.env.SERVER_ENTRY ?? fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
/** Environment variables that affect the server, which tests start without. */
const decided =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|APP_URL|COMPANY_NAME|DEMO_PASSWORD|PUSHER_|PASSWORD_RESET_URL|FRONTEND_|SESSION_|TRUST_|LOG_LEVEL|SMTP_|MAIL|BACKUPS|S3_|PLACES|MAP_|ANALYTICS_|VITE_|VITEST|NODE_ENV|NODE_OPTIONS)/
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !decided.test(name)))

export interface Started {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly process: ChildProcess
  /** Its output so far. */
  output(): string
  /** Resolves with its exit code when it has exited. */
  readonly ended: Promise<number | null>
  /** Stops it and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface StartOptions {
  args?: readonly string[]
  env?: Record<string, string>
  dataDir?: string
  cwd?: string
  /** A command put before Node, which runs its remaining arguments. */
  within?: readonly string[]
  /** The entry of another copy of the server. */
  entry?: string
}

/** The environment that enables a SIGUSR2 handler: see on-signal.ts. */
export const onSignal = (what: 'collect' | 'reject'): Record<string, string> => ({
  ON_SIGNAL: what,
  NODE_OPTIONS: `--import=${new URL('./on-signal.ts', import.meta.url).href}`,
})

const folders: string[] = []
/** Creates a temporary folder; `removeFolders` removes all of them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-'))
  folders.push(folder)
  return folder
}
export function removeFolders() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A data folder with the sample company, copied from the one that a server seeded before the first test. */
export async function sampleFolder(): Promise<string> {
  const folder = temporaryFolder()
  cpSync(process.env.SAMPLE_FOLDER ?? '', folder, { recursive: true })
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

/** Starts the real server like `npm start`, on its own port, and resolves when it is ready. */
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
  // Production prints the public URL rather than the port.
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

/** Starts a server with the sample company: the one that the run has seeded before, or one that it seeds itself. */
export async function startSampleServer(options: Omit<StartOptions, 'dataDir'>): Promise<Started> {
  const dataDir = temporaryFolder()
  copySeeded('served', dataDir)
  return startServer({ ...options, dataDir })
}

/** Runs a server that is expected to refuse to start, and resolves with its exit code and output. */
export async function refusedStart(options: StartOptions): Promise<{ code: number | null; output: string }> {
  const { ended, output, child, heard } = launch(options)
  heard.add(() => / serves /.test(output()) && child.kill())
  return { code: await ended, output: output() }
}
