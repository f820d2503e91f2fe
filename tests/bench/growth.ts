import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Dialect } from '#server/db/database.ts'
import { loadModules } from '#server/modules.ts'
import { createCatalog } from '#server/resource/catalog.ts'
import { temporaryFolder } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { eventually } from '../eventually.ts'
import { createRemote } from '../faults/browser.ts'
import { freePort, startCluster, type Cluster } from '../postgres.ts'
import { growLarge, type Grower, type Run } from './large.ts'
import { load, requestText } from './load.ts'
import { cpuOf, cpuOfPostgres, startBuilt } from './sides.ts'
import { figure, printMiss, printTable } from './table.ts'

const SIZE = 100_000
const SECONDS = 0.4
/** Milliseconds at the median for a page and a search, and of the processor for what Home asks. */
const GOALS = { page: 3, search: 10, home: 3 }
/** Milliseconds within which 95 of 100 answers to anything else that a list is asked for arrive. */
const P95 = 60

/** The lists that grow with a company, as screens ask for their first pages. */
export const lists: readonly { path: string }[] = [
  { path: '/api/customers?sort_column=name' },
  { path: '/api/projects?sort_column=name&status=active' },
  { path: '/api/users?sort_column=name' },
  { path: '/api/rfis?sort_column=number&sort_direction=desc&status=active' },
  { path: '/api/punch_items?sort_column=number' },
  { path: '/api/tasks?status=open' },
  { path: '/api/projects/1/documents?sort_column=name' },
  { path: '/api/time_entries?sort_column=date&sort_direction=desc' },
  { path: '/api/schedule_events?status=all' },
  { path: '/api/notifications?view=unread' },
]

/** What else lists are asked for: other orders, filters and searches. */
const asked: readonly string[] = [
  '/api/rfis?page=1&sort_column=number&status=active',
  '/api/rfis?page=1&sort_column=due_date&status=active',
  '/api/rfis?page=1&sort_column=project_name',
  '/api/rfis?page=1&group_by=project_id&sort_column=due_date&status=active',
  '/api/punch_items?page=1&group_by=state',
  '/api/rfis?page=1&status=resolved',
  '/api/rfis?page=1&assigned_id=9&status=active',
  '/api/rfis?page=1&search=1501',
  '/api/rfis?page=1&search=panel',
  '/api/rfis?page=40&sort_column=number&status=active',
  '/api/punch_items?page=1&sort_column=due_date',
  '/api/punch_items?page=1&status=open&sort_column=assigned_name',
  '/api/punch_items?page=1&search=plate',
  '/api/tasks?page=1&status=open&sort_column=due_date',
  '/api/tasks?page=1&search=order',
  '/api/time_entries?page=1&project_id=7&sort_column=date&sort_direction=desc',
  '/api/time_entries?page=1&user_id=7&sort_column=hours',
  '/api/time_entries?page=1&sort_column=user_name',
  '/api/projects/1/documents?page=1&search=spec',
  '/api/customers?page=1&search=school',
]

/** What Home asks for that depends on how much there is, with its day in place of `{n}`: so many days from today. */
const home: readonly string[] = [
  '/api/rfis/subscribed_and_unread',
  '/api/rfis?view=mine',
  '/api/punch_items?view=mine',
  '/api/punch_items?view=made_to_check',
  '/api/tasks?view=mine',
  '/api/schedule_events?from={0}&to={7}',
  '/api/schedule_events/agenda',
  '/api/time_entries/missing?day={-1}',
  '/api/projects?page=1&status=active&per_page=1',
  '/api/notifications?view=unread&page=1',
]

/** What its Home asks besides, of those who manage projects. */
const managed: readonly string[] = ['/api/time_entries/at_completion', '/api/schedule_events/unanswered']

/** What is typed into the search of everything: common and rare words, numbers, two words, and a typing error. */
const found: readonly string[] = [
  'panel',
  'order',
  'el',
  '26-041',
  'RFI 13',
  'E2.1',
  'panel school',
  'pannel schol',
  'xqwz',
]
/** Milliseconds at the median and at the 99th of a hundred that finding takes. */
const FIND = { p50: 15, p99: 60 }

/** Whole answers of the large job, as its tabs and the copy on a device ask for them. */
const large: readonly string[] = ['/api/projects/1/rfis', '/api/projects/1/punch_items', '/api/projects/1/tasks']

const dayAt = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)
const dated = (path: string) => path.replaceAll(/\{(-?\d+)\}/g, (_, days: string) => dayAt(Number(days)))

/** Grows the database behind a data folder or an address, while no server is open on it. */
export async function makeLarge(dialect: Dialect, at: string, size: number): Promise<void> {
  const catalog = createCatalog(dialect, await loadModules())
  const entityOf: Grower['entityOf'] = (table) => {
    const found = catalog.entities.find((one) => one.table === table)
    if (!found) throw new Error(`No entity has the table "${table}".`)
    return found
  }
  if (dialect === 'sqlite') {
    const db = new DatabaseSync(join(at, 'plumbline.db'))
    db.exec('pragma synchronous = off; pragma cache_size = -500000; pragma temp_store = memory')
    const run: Run = async (statement) => db.prepare(statement).all()
    const columnsOf = async (table: string) =>
      (await run(`pragma table_info("${table}")`)).map(({ name }) => String(name))
    await growLarge({ run, dialect, columnsOf, entityOf }, size)
    db.exec('analyze')
    return db.close()
  }
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  const run: Run = async (statement) => (await client.query<Record<string, unknown>>(statement)).rows
  const columnsOf = async (table: string) =>
    (
      await run(`select column_name as name from information_schema.columns
        where table_name = '${table}' and table_schema = 'public' and is_generated = 'NEVER'`)
    ).map(({ name }) => String(name))
  await growLarge({ run, dialect, columnsOf, entityOf }, size)
  await run('vacuum analyze')
  await client.end()
}

/** What a first day brings is done while the company is small: 40,000 jobs of a large one would be what is measured. */
async function untilIdle(url: string): Promise<void> {
  const admin = createRemote(() => url)
  await admin.signIn('admin@plumbline.test')
  await eventually(async () => {
    const { lanes } = (await admin.get('/api/company_settings/system')).data
    if (lanes.some(({ due_since }: { due_since: string | null }) => due_since)) throw new Error('Jobs are due.')
  })
}

/** What a large company's lists, searches and Home cost on both engines: `npm run bench -- growth`. */
export async function benchGrowth(): Promise<void> {
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    let cluster: Cluster | undefined
    const dataDir = temporaryFolder()
    const env: Record<string, string> = {}
    if (engine === 'PostgreSQL') {
      cluster = await startCluster({ durable: false })
      env.DATABASE_URL = cluster.url
    }
    const planting = await startBuilt({ args: ['--api-only'], dataDir, env })
    await untilIdle(planting.url)
    await planting.stop()
    await makeLarge(cluster ? 'postgres' : 'sqlite', cluster?.url ?? dataDir, SIZE)
    await measureAll(engine, { dataDir, env, isApart: cluster !== undefined })
    await cluster?.stop()
  }
}

interface Where {
  readonly dataDir: string
  readonly env: Record<string, string>
  /** Whether the database computes in processes of its own. */
  readonly isApart: boolean
}

async function measureAll(engine: string, { dataDir, env, isApart }: Where): Promise<void> {
  const port = await freePort()
  const server = await startBuilt({ args: ['--api-only'], dataDir, env: { ...env, PORT: String(port) } })
  const missed: [string, string][] = []
  const headersOf = async (person: string) => {
    const { cookies } = await signIn(server.url, `${person}@plumbline.test`)
    return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }
  const measure = async (headers: Record<string, string>, path: string) => {
    const text = requestText('GET', encodeURI(dated(path)), { headers })
    const options = { url: server.url, connections: 1, next: () => text, status: 200 }
    await load({ ...options, seconds: 0.05 })
    const [own, apart] = [cpuOf(server.process), isApart ? cpuOfPostgres() : 0]
    const { p50, p95, p99, count } = await load({ ...options, seconds: SECONDS })
    const cpu = (cpuOf(server.process) - own + (isApart ? cpuOfPostgres() - apart : 0)) / count
    return { p50, p95, p99, cpu }
  }
  const table: string[][] = []
  const note = async (
    headers: Record<string, string>,
    name: string,
    path: string,
    goal: (measured: Awaited<ReturnType<typeof measure>>) => string | false,
  ) => {
    const measured = await measure(headers, path)
    table.push([name, figure(measured.p50), figure(measured.p95), figure(measured.cpu)])
    const miss = goal(measured)
    if (miss) missed.push([name, miss])
  }
  const over = (what: string, took: number, most: number) =>
    took > most && `${what} ${figure(took)} ms instead of ${most}`
  const admin = await headersOf('admin')
  for (const { path } of lists) {
    await note(admin, path, `${path}&per_page=20&page=1`, ({ p50 }) => over('a page takes', p50, GOALS.page))
    await note(admin, `${path}&search=el`, `${path}&per_page=20&page=1&search=el`, ({ p50 }) =>
      over('a search takes', p50, GOALS.search),
    )
  }
  for (const path of asked) await note(admin, path, path, ({ p95 }) => over('95 of 100 take up to', p95, P95))
  for (const person of ['manager', 'foreman']) {
    const headers = await headersOf(person)
    for (const path of [...home, ...(person === 'manager' ? managed : [])])
      await note(headers, `${person}: ${path}`, path, ({ cpu }) => over('it computes for', cpu, GOALS.home))
  }
  for (const person of ['admin', 'foreman', 'customer']) {
    const headers = await headersOf(person)
    for (const text of found)
      await note(
        headers,
        `${person} finds ${text}`,
        `/api/search?q=${text}`,
        ({ p50, p99 }) => over('it takes', p50, FIND.p50) || over('99 of 100 take up to', p99, FIND.p99),
      )
  }
  for (const path of large) await note(admin, path, path, ({ p95 }) => over('95 of 100 take up to', p95, P95))
  await server.stop()
  printTable(
    `A large company, ${engine}, ${SIZE.toLocaleString('en-US')} records of each kind, in ms`,
    ['what is asked', 'median', 'p95', 'processor'],
    table,
  )
  for (const [what, why] of missed) printMiss(what, why)
}
