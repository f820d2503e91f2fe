import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server in which tests create their own databases. */
    postgresUrl: string
    /** The folder for databases that tests copy. */
    templates: string
    /** Identifies this run of tests. */
    run: string
  }
}

/** The folder of PostgreSQL's programs: PG_BIN, the newest of Debian, or Homebrew's. */
export function findPrograms(): string {
  const versions = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    process.env.PG_BIN,
    ...versions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/bin',
  ]
  const found = places.find((place) => place && existsSync(join(place, 'initdb')))
  if (!found)
    throw new Error(
      'No PostgreSQL server on this machine: install one, set PG_BIN to its programs, or TEST_DATABASE_URL to a running server.',
    )
  return found
}

/**
 * A port that nothing listens on, below the range (32768 and up on Linux) from which the system takes the ports of
 * outgoing connections: one of those may be taken before the server that is to listen there has started.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(12_000, 32_000)
    const free = await new Promise<boolean>((done) => {
      const server = createServer()
      server.on('error', () => done(false))
      server.listen(port, () => server.close(() => done(true)))
    })
    if (free) return port
  }
  throw new Error('No free port was found between 12000 and 32000.')
}

/** The user to run PostgreSQL as. It refuses to run as root, so then it is the user created by its package. */
function runAs(): { uid: number; gid: number } | Record<never, never> {
  if (process.getuid?.() !== 0) return {}
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function waitFor(url: string, server: ChildProcess) {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (tries > 200 || server.exitCode !== null) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

/** A PostgreSQL server for tests. */
export interface Cluster {
  readonly url: string
  /** Restarts it like `pg_ctl restart -m immediate`, and resolves when it accepts connections. */
  restart(): Promise<void>
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/** Settings that make it fast at the cost of durability. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Starts a PostgreSQL server in a temporary folder. A durable one keeps committed data after a crash. */
export async function startCluster({ durable }: { durable: boolean }): Promise<Cluster> {
  const programs = findPrograms()
  const owner = runAs()
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-pg-'))
  if ('uid' in owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, stdio: 'ignore' as const }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  )
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...(durable ? [] : careless),
  ]
  const start = () =>
    spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], options)
  let server = start()
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((done) => server.once('exit', done))
    server.kill(signal)
    await ended
  }
  await waitFor(url, server)
  return {
    url,
    async restart() {
      // The signal that `-m immediate` sends.
      await end('SIGQUIT')
      server = start()
      await waitFor(url, server)
    },
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the server in which tests create their databases. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const templates = mkdtempSync(join(tmpdir(), 'plumbline-templates-'))
  provide('templates', templates)
  provide('run', randomBytes(4).toString('hex'))
  const known = process.env.TEST_DATABASE_URL
  const cluster = known === undefined ? await startCluster({ durable: false }) : undefined
  provide('postgresUrl', known ?? cluster?.url ?? '')
  return async () => {
    rmSync(templates, { recursive: true, force: true })
    await cluster?.stop()
  }
}
