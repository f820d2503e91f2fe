import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { temporaryFolder } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { freePort, startCluster, type Cluster } from '../postgres.ts'
import { load, requestText } from './load.ts'
import { cpuOf, cpuOfPostgres, startBuilt } from './sides.ts'
import { figure, printMiss, printTable } from './table.ts'

const SIZES = [1_000, 10_000, 100_000]
const SECONDS = 0.5
/** The goals at the largest size, in milliseconds. */
const GOALS = { page: 3, search: 10 }

/**
 * The lists that grow with a company, as screens ask for them; the columns to which a copy's number is added; and the most
 * rows, where a hundred thousand are more than a company ever has.
 */
export const lists: readonly { table: string; path: string; numbered: readonly string[]; most?: number }[] = [
  { table: 'customers', path: '/api/customers?sort_column=name', numbered: ['name', 'name_key'] },
  {
    table: 'projects',
    path: '/api/projects?sort_column=name&status=active',
    numbered: ['number', 'number_key'],
    most: 10_000,
  },
  { table: 'users', path: '/api/users?sort_column=name', numbered: ['email', 'email_key', 'name', 'name_key'] },
  { table: 'rfis', path: '/api/rfis?sort_column=number&sort_direction=desc&status=active', numbered: ['number'] },
  { table: 'punch_items', path: '/api/punch_items?sort_column=number', numbered: ['number'] },
  { table: 'tasks', path: '/api/tasks?status=open', numbered: ['number'] },
  { table: 'documents', path: '/api/projects/1/documents?sort_column=name', numbered: ['name', 'name_key'] },
  { table: 'time_entries', path: '/api/time_entries?sort_column=date&sort_direction=desc', numbered: [] },
  { table: 'schedule_events', path: '/api/schedule_events?status=all', numbered: [] },
  { table: 'notifications', path: '/api/notifications?view=unread', numbered: [] },
]

type Run = (statement: string) => Promise<Record<string, unknown>[]>

/** Copies the rows of a table until there are as many as asked for. */
async function grow(run: Run, { table, numbered }: (typeof lists)[number], columns: readonly Column[], size: number) {
  const [{ rows: there = 0, last = 0 } = {}] = await run(`select count(*) as rows, max(id) as last from "${table}"`)
  const copies = Math.ceil((size - Number(there)) / Number(there))
  if (copies < 1) return
  const names = columns.filter(({ name }) => name !== 'id' && name !== 'default_punch_item_id')
  const valueOf = ({ name, isText }: Column) => {
    if (!numbered.includes(name)) return `t."${name}"`
    const nth = `${size} * 10 + row_number() over ()`
    return isText ? `t."${name}" || ' ' || (${nth})` : nth
  }
  const listed = names.map(({ name }) => `"${name}"`).join(', ')
  await run(
    `insert into "${table}" (${listed})
     with recursive n(n) as (select 1 union all select n + 1 from n where n < ${copies})
     select ${names.map(valueOf).join(', ')} from "${table}" t cross join n where t.id <= ${Number(last)}
     limit ${size - Number(there)}`,
  )
}

interface Column {
  readonly name: string
  readonly isText: boolean
}

function sqlite(folder: string) {
  const db = new DatabaseSync(join(folder, 'plumbline.db'))
  const run: Run = async (statement) => db.prepare(statement).all()
  const columnsOf = async (table: string): Promise<Column[]> =>
    (await run(`pragma table_info("${table}")`)).map(({ name, type }) => ({
      name: String(name),
      isText: String(type).toLowerCase() === 'text',
    }))
  return { run, columnsOf, analyze: async () => void db.exec('analyze'), close: async () => db.close() }
}

async function postgres(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run: Run = async (statement) => (await client.query<Record<string, unknown>>(statement)).rows
  const columnsOf = async (table: string): Promise<Column[]> =>
    (
      await run(`select column_name as name, data_type as type from information_schema.columns
        where table_name = '${table}' and table_schema = 'public' and is_generated = 'NEVER'`)
    ).map(({ name, type }) => ({ name: String(name), isText: type === 'text' }))
  return { run, columnsOf, analyze: async () => void (await run('vacuum analyze')), close: () => client.end() }
}

/** The first page of every list that grows, and the pages that two typed letters find, with more and more rows. */
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
    await planting.stop()
    const rows = new Map(lists.map(({ path }) => [path, [] as string[]]))
    const missed: [string, string][] = []
    for (const size of SIZES) {
      const database = cluster ? await postgres(cluster.url) : sqlite(dataDir)
      for (const list of lists)
        await grow(database.run, list, await database.columnsOf(list.table), Math.min(size, list.most ?? size))
      await database.analyze()
      await database.close()
      const port = await freePort()
      const server = await startBuilt({ args: ['--api-only'], dataDir, env: { ...env, PORT: String(port) } })
      const { cookies } = await signIn(server.url, 'admin@plumbline.test')
      const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
      const measure = async (path: string, more: string) => {
        const text = requestText('GET', `${path}&per_page=20${more}`, { headers })
        const options = { url: server.url, connections: 1, next: () => text, status: 200 }
        await load({ ...options, seconds: 0.1 })
        const [own, database] = [cpuOf(server.process), cpuOfPostgres()]
        const { p50, rate } = await load({ ...options, seconds: SECONDS })
        const requests = rate * SECONDS
        const [of, ofDatabase] = [(cpuOf(server.process) - own) / requests, (cpuOfPostgres() - database) / requests]
        const why = cluster
          ? `the server computes for ${figure(of)} ms of it, PostgreSQL for ${figure(ofDatabase)}`
          : `the server, with SQLite in it, computes for ${figure(of)} ms of it`
        return { p50, why }
      }
      for (const { path } of lists) {
        const [page, search] = [await measure(path, '&page=1'), await measure(path, '&page=1&search=el')]
        rows.get(path)?.push(figure(page.p50), figure(search.p50))
        if (size !== SIZES.at(-1)) continue
        if (page.p50 > GOALS.page)
          missed.push([`${path}: a page takes ${figure(page.p50)} ms instead of ${GOALS.page}`, page.why])
        if (search.p50 > GOALS.search)
          missed.push([`${path}: a search takes ${figure(search.p50)} ms instead of ${GOALS.search}`, search.why])
      }
      await server.stop()
    }
    await cluster?.stop()
    printTable(
      `Lists that grow, ${engine}: a page, and what two letters find, in ms at the median`,
      ['list', ...SIZES.flatMap((size) => [`${size.toLocaleString('en-US')} rows`, 'found'])],
      [...rows].map(([path, cells]) => [path, ...cells]),
    )
    for (const [what, why] of missed) printMiss(what, why)
  }
}
