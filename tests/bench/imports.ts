import { temporaryFolder } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { startCluster } from '../postgres.ts'
import { cpuOf, startBuilt } from './sides.ts'
import { figure, printMiss, printTable } from './table.ts'

const ROWS = 10_000
/** As many as the import dialog sends in one request. */
const BATCH = 500
/** Seconds within which so many rows are saved. */
const GOAL = 10

/** What a company brings along, as the import dialog sends it: `n` counts the rows from 1. */
const kinds: readonly { name: string; path: string; draft: (n: number) => object }[] = [
  {
    name: 'customers',
    path: '/api/customers',
    draft: (n) => ({ name: `Customer ${n}`, email: `customer${n}@example.com`, phone: '555-0100', city: 'Pittsburgh' }),
  },
  {
    name: 'people',
    path: '/api/users',
    draft: (n) => ({ name: `Person ${n}`, email: `person${n}@example.com`, role: 'employee' }),
  },
  {
    name: 'projects',
    path: '/api/projects',
    draft: (n) => ({ name: `Job ${n}`, number: `B-${n}`, customer_id: 1, city: 'Pittsburgh' }),
  },
  {
    name: 'cost codes of a job',
    path: '/api/projects/1/cost_codes',
    draft: (n) => ({ number: `9${String(n).padStart(5, '0')}`, name: `Work ${n}`, budget_hours: 40 }),
  },
  {
    name: 'punch items',
    path: '/api/projects/1/punch_items',
    draft: (n) => ({ title: `Plate ${n} is loose`, description: 'Tighten it.' }),
  },
  {
    name: 'RFIs',
    path: '/api/projects/1/rfis',
    draft: (n) => ({ title: `Question ${n}`, question: 'Which panel feeds it?' }),
  },
]

/**
 * How long 10,000 rows take to try and to save, in seconds, and the processor's part of saving one, in ms: requests of 500,
 * one behind the other, as a browser sends them.
 */
export async function benchImports(): Promise<void> {
  await benchEngine('SQLite', async () => ({ env: {}, stop: async () => {} }))
  await benchEngine('PostgreSQL', async () => {
    const { url, stop } = await startCluster({ durable: true })
    return { env: { DATABASE_URL: url }, stop }
  })
}

type Engine = () => Promise<{ env: Record<string, string>; stop(): Promise<unknown> }>

async function benchEngine(engine: string, open: Engine): Promise<void> {
  const { env, stop } = await open()
  const server = await startBuilt({ args: ['--api-only'], dataDir: temporaryFolder(), env })
  const { http } = await signIn(server.url, 'admin@plumbline.test')
  const table: string[][] = []
  for (const { name, path, draft } of kinds) {
    const pass = async (query: string) => {
      const began = performance.now()
      const used = cpuOf(server.process)
      for (let from = 0; from < ROWS; from += BATCH) {
        const data = Array.from({ length: BATCH }, (_, at) => draft(from + at + 1))
        const { status, data: answer } = await http.post(`${path}/store_many${query}`, { data })
        if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(answer).slice(0, 500)}`)
      }
      return { seconds: (performance.now() - began) / 1000, each: (cpuOf(server.process) - used) / ROWS }
    }
    const tried = await pass('?dry_run=1')
    const saved = await pass('')
    table.push([name, figure(tried.seconds), figure(saved.seconds), figure(saved.each)])
    for (const [what, { seconds }] of Object.entries({ tried, saved }))
      if (seconds > GOAL) printMiss(`${engine}, ${name} ${what} in ${figure(seconds)} s`, `the goal is ${GOAL} s`)
  }
  printTable(
    `Importing ${ROWS.toLocaleString('en-US')} rows over ${engine}`,
    ['kind', 'tried, s', 'saved, s', 'processor a row, ms'],
    table,
  )
  await server.stop()
  await stop()
}
