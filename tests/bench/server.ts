import type { ChildProcess } from 'node:child_process'
import { cpSync } from 'node:fs'
import pg from 'pg'
import { temporaryFolder, type Started } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { freePort, startCluster, type Cluster } from '../postgres.ts'
import { load, requestText, type Measured, type Requests } from './load.ts'
import { CUSTOMERS, customer } from './people.ts'
import { cpuOf, cpuOfPostgres, memoryOf, signInFrom, startBare, startBuilt } from './sides.ts'
import { figure, median, printMiss, printTable } from './table.ts'

const TURNS = 3
const SECONDS = 1.2
const MANY_TURNS = 7
const GOALS = { create: 0.5, megabytes: 150, many: 150 }
const CONNECTIONS = [1, 16, 64]
/** Parts of customers' names, long enough for the trigram index of either side. */
const TERMS = [
  'river',
  'mason',
  'electric',
  'north',
  'plaza',
  'harbor',
  'union',
  'field',
  'stone',
  '777',
  '4096',
  'oak',
]
/** A server under load: ours or the floor. */
export interface Side {
  readonly url: string
  readonly process: ChildProcess
  readonly headers: Record<string, string>
  stop(): Promise<unknown>
}

let made = 0
/** What is asked, over and over, and the status that answers it. */
const scenarios: readonly { name: string; status: number; next: (headers: Record<string, string>) => Requests }[] = [
  {
    name: 'one',
    status: 200,
    next: (headers) => () => requestText('GET', `/api/customers/${1 + (made++ % CUSTOMERS)}`, { headers }),
  },
  {
    name: 'page of 20',
    status: 200,
    next: (headers) => () =>
      requestText('GET', `/api/customers?page=${1 + (made++ % 20)}&per_page=20&sort_column=name`, { headers }),
  },
  {
    name: 'search page',
    status: 200,
    next: (headers) => () =>
      requestText('GET', `/api/customers?page=1&per_page=20&sort_column=name&search=${TERMS[made++ % TERMS.length]}`, {
        headers,
      }),
  },
  {
    name: 'create',
    status: 201,
    next: (headers) => () => {
      const n = CUSTOMERS + made++
      return requestText('POST', '/api/customers', {
        headers,
        body: { name: `New ${n}`, email: `new${n}@customer.example` },
      })
    },
  },
  {
    name: 'change',
    status: 200,
    next: (headers) => () =>
      requestText('PATCH', `/api/customers/${1 + ((made++ * 37) % CUSTOMERS)}`, {
        headers,
        body: { name: `Renamed ${made}` },
      }),
  },
]

/** What a browser sends along: its session and, with what changes something, the token. */
async function headersOf(url: string) {
  const { cookies } = await signIn(url, 'admin@plumbline.test')
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
  }
}

async function seed(url: string) {
  const { http } = await signIn(url, 'admin@plumbline.test')
  const present: { id: number }[] = (await http.get('/api/customers')).data
  for (let from = present.length; from < CUSTOMERS; from += 500) {
    const data = Array.from({ length: Math.min(500, CUSTOMERS - from) }, (_, at) => customer(from + at))
    const { status, data: told } = await http.post('/api/customers/store_many', { data })
    if (status !== 200) throw new Error(`Customers could not be stored: ${status} ${JSON.stringify(told)}`)
  }
}

/** Who listens to customers while they are read and written: an administrator, the office, and a foreman. */
async function listen(server: Started) {
  const sockets = await Promise.all(
    ['admin', 'office', 'foreman'].map(async (mailbox) => {
      const { http } = await signIn(server.url, `${mailbox}@plumbline.test`)
      const { data: user } = await http.get('/api/user')
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/plumbline?protocol=7`)
      const said = (event: string) =>
        new Promise<string>((done) => {
          socket.addEventListener('message', function hear({ data }) {
            const message = JSON.parse(String(data))
            if (message.event !== event) return
            socket.removeEventListener('message', hear)
            done(message.data)
          })
        })
      const { socket_id } = JSON.parse(await said('pusher:connection_established'))
      const channel = `private-customers.${user.id}`
      const { data } = await http.post('/broadcasting/auth', { socket_id, channel_name: channel })
      const joined = said('pusher_internal:subscription_succeeded')
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
      await joined
      return socket
    }),
  )
  return () => sockets.forEach((socket) => socket.close())
}

export interface Pair {
  readonly ours: Side
  readonly floor: Side
  stop(): Promise<void>
}

/**
 * Serves 10,000 customers twice: by the real server as in production, with people listening, and by the floor over a
 * copy of the same rows.
 */
export async function startPair(engine: 'SQLite' | 'PostgreSQL'): Promise<Pair> {
  const dataDir = temporaryFolder()
  const floorDir = temporaryFolder()
  let cluster: Cluster | undefined
  const env: Record<string, string> = {}
  if (engine === 'PostgreSQL') {
    cluster = await startCluster({ durable: true })
    env.DATABASE_URL = cluster.url.replace(/postgres$/, 'ours')
    await command(cluster.url, 'create database ours')
  }
  const planting = await startBuilt({ args: ['--api-only'], dataDir, env })
  await seed(planting.url)
  await planting.stop()
  if (cluster) await command(cluster.url, 'create database floor template ours')
  else cpSync(dataDir, floorDir, { recursive: true })
  const port = await freePort()
  const server = await startBuilt({
    args: ['--api-only', '--production'],
    dataDir,
    env: {
      ...env,
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
      COMPANY_NAME: 'Bench',
      MAIL: 'folder',
      TRUST_PROXY: '1',
      ...(process.env.BENCH_PROFILE && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.BENCH_PROFILE}` }),
    },
  })
  const headers = await headersOf(server.url)
  const hush = await listen(server)
  const floor = await startBare('floor.ts', cluster ? cluster.url.replace(/postgres$/, 'floor') : floorDir)
  return {
    ours: { url: server.url, process: server.process, headers, stop: server.stop },
    floor: { ...floor, headers: {} },
    async stop() {
      hush()
      await floor.stop()
      await server.stop()
      await cluster?.stop()
    },
  }
}

async function command(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** The middle turn of each figure. */
const middle = (turns: readonly Measured[]): Measured => ({
  rate: median(turns.map(({ rate }) => rate)),
  count: median(turns.map(({ count }) => count)),
  p50: median(turns.map(({ p50 }) => p50)),
  p95: median(turns.map(({ p95 }) => p95)),
  p99: median(turns.map(({ p99 }) => p99)),
})

/** Reads and writes at 1, 16 and 64 connections, the floor and ours in turns; then reads while people sign in. */
export async function benchServer(): Promise<void> {
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const pair = await startPair(engine)
    try {
      await benchPair(engine, pair)
      await benchMany(engine, pair.ours)
      await benchSignIns(engine, pair.ours)
    } finally {
      await pair.stop()
    }
  }
}

async function benchPair(engine: string, { ours, floor }: Pair) {
  const rows: string[][] = []
  const missed: [string, string][] = []
  const run = ({ url, headers }: Side, scenario: (typeof scenarios)[number], connections: number, seconds = SECONDS) =>
    load({ url, connections, seconds, next: scenario.next(headers), status: scenario.status })
  /** Where the time of a request goes, by what its processes use of the processor. */
  async function costOf(side: Side, scenario: (typeof scenarios)[number]) {
    const [own, database] = [cpuOf(side.process), cpuOfPostgres()]
    const { rate } = await run(side, scenario, 16, 2)
    return `${figure((cpuOf(side.process) - own) / rate / 2)} ms of its process, ${figure((cpuOfPostgres() - database) / rate / 2)} of PostgreSQL's`
  }
  for (const scenario of scenarios) {
    for (const side of [floor, ours]) await run(side, scenario, 16, 1)
    for (const connections of CONNECTIONS) {
      const turns: { floor: Measured[]; ours: Measured[] } = { floor: [], ours: [] }
      for (let turn = 0; turn < TURNS; turn++) {
        turns.floor.push(await run(floor, scenario, connections))
        turns.ours.push(await run(ours, scenario, connections))
      }
      const [least, real] = [middle(turns.floor), middle(turns.ours)]
      if (scenario.name === 'create' && connections === 16 && real.rate < GOALS.create * least.rate)
        missed.push([
          `create at 16 connections is ${figure((100 * real.rate) / least.rate)} % of the floor instead of ${100 * GOALS.create}`,
          `one takes ${await costOf(ours, scenario)}; one of the floor ${await costOf(floor, scenario)}`,
        ])
      rows.push([
        scenario.name,
        String(connections),
        ...[least.rate, real.rate].map(figure),
        `${figure((100 * real.rate) / least.rate)} %`,
        ...[least.p50, real.p50, least.p99, real.p99].map(figure),
      ])
    }
  }
  printTable(
    `Server on ${engine}, ${CUSTOMERS.toLocaleString('en-US')} customers`,
    ['asked', 'conn.', 'floor/s', 'ours/s', 'of floor', 'floor p50 ms', 'ours p50', 'floor p99', 'ours p99'],
    rows,
  )
  for (const [what, why] of missed) printMiss(what, why)
  const megabytes = memoryOf(ours.process)
  process.stdout.write(
    `\nMemory after this: ours ${figure(megabytes)} MB (goal ${GOALS.megabytes}), floor ${figure(memoryOf(floor.process))} MB\n`,
  )
}

/** 500 records in one request, as an import sends them. */
async function benchMany(engine: string, { url }: Side) {
  const { http } = await signIn(url, 'admin@plumbline.test')
  const took: number[] = []
  for (let turn = 0; turn < 2 + MANY_TURNS; turn++) {
    const data = Array.from({ length: 500 }, () => customer(2 * CUSTOMERS + made++))
    const began = performance.now()
    const { status } = await http.post('/api/customers/store_many', { data })
    if (status !== 200) throw new Error(`Customers could not be stored: ${status}`)
    // The first ones compile the code.
    if (turn >= 2) took.push(performance.now() - began)
  }
  process.stdout.write(`\n500 customers in one request, ${engine}: ${figure(median(took))} ms (goal ${GOALS.many})\n`)
}

/** How others fare while four people sign in, one after the other each: argon2 works beside the main thread. */
async function benchSignIns(engine: string, { url, headers }: Side) {
  const reading = () =>
    load({ url, connections: 4, seconds: 3, next: scenarios[0]?.next(headers) ?? (() => ''), status: 200 })
  const turns: { idle: Measured[]; busy: Measured[] } = { idle: [], busy: [] }
  let signIns = 0
  for (let turn = 0; turn < TURNS; turn++) {
    turns.idle.push(await reading())
    let on = true
    const people = ['admin', 'office', 'manager', 'foreman'].map(async (mailbox) => {
      while (on) {
        await signInFrom(url, `${mailbox}@plumbline.test`, ++signIns)
      }
    })
    turns.busy.push(await reading())
    on = false
    await Promise.all(people)
  }
  const [idle, busy] = [middle(turns.idle), middle(turns.busy)]
  printTable(
    `Reads while people sign in, ${engine}`,
    ['', 'req/s', 'p50 ms', 'p99 ms'],
    [
      ['nobody signs in', ...[idle.rate, idle.p50, idle.p99].map(figure)],
      [
        `${figure(signIns / (TURNS * 3))} sign-ins a second`,
        ...[busy.rate, busy.p50].map(figure),
        `${figure(busy.p99)} (${figure(busy.p99 / idle.p99)}×)`,
      ],
    ],
  )
}
