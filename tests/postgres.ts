import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** Where `npm test` puts PostgreSQL's programs of a package, on machines that have none. */
export const packagedPrograms: string = fileURLToPath(
  new URL('../node_modules/.cache/plumbline/postgres/native/bin', import.meta.url),
)

const newestFirst = (folder: string, pattern: RegExp) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => {
      const version = pattern.exec(name)?.[1]
      return version === undefined ? [] : [{ path: join(folder, name, 'bin'), version: Number(version) }]
    })
    .sort((one, other) => other.version - one.version)
    .map(({ path }) => path)
const initdb = process.platform === 'win32' ? 'initdb.exe' : 'initdb'

/**
 * The folder of PostgreSQL's programs, or undefined where there are none: PG_BIN, the newest of Debian, of Homebrew, the
 * system's own, or those of a package.
 */
export function findPrograms(): string | undefined {
  const places = [
    process.env.PG_BIN,
    ...newestFirst('/usr/lib/postgresql', /^(\d+)$/),
    ...newestFirst('/opt/homebrew/opt', /^postgresql@(\d+)$/),
    ...newestFirst('/usr/local/opt', /^postgresql@(\d+)$/),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
    packagedPrograms,
  ]
  return places.find((place) => place && existsSync(join(place, initdb)))
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

/** The user to run PostgreSQL as, which refuses to be root: the one that its package created, or the one without rights. */
function runAs(): { uid: number; gid: number } | Record<never, never> {
  if (process.getuid?.() !== 0) return {}
  const id = (which: string, name: string) => {
    const { status, stdout } = spawnSync('id', [which, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [id('-u', name), id('-g', name)]
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "nobody" here: set TEST_DATABASE_URL to a server.',
  )
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

/** How many bytes the path of a socket may have on every system that has such sockets. */
const SOCKET_PATH = 103

/**
 * Where a server listens: on the socket in its folder, which takes a fifth less of the processor's time than a port of
 * this machine, or on its port where there are no such sockets or the folder's path is too long for one.
 */
function urlOf(folder: string, port: number): string {
  const socket = join(folder, `.s.PGSQL.${port}`)
  const isOffered = process.platform !== 'win32' && Buffer.byteLength(socket) <= SOCKET_PATH
  return isOffered
    ? `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
    : `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** Starts a PostgreSQL server in a temporary folder. A durable one keeps committed data after a crash. */
export async function startCluster({ durable }: { durable: boolean }): Promise<Cluster> {
  const found = findPrograms()
  if (!found)
    throw new Error('No PostgreSQL here: `npm test` fetches one, and TEST_DATABASE_URL names a running server.')
  const owner = runAs()
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-pg-'))
  if ('uid' in owner) chownSync(folder, owner.uid, owner.gid)
  // Another user may not look into the folder that this repository is in.
  const copied = 'uid' in owner && found === packagedPrograms
  if (copied) cpSync(join(found, '..'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  const programs = copied ? join(folder, 'native/bin') : found
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, stdio: 'ignore' as const }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  )
  const port = await freePort()
  const url = urlOf(folder, port)
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
