import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AxiosInstance } from 'axios'
import { WebSocket } from 'ws'
import { temporaryFolder } from '../contract/server.ts'
import { freePort } from '../postgres.ts'
import { percentile } from './load.ts'
import { cpuOf, memoryOf, signInFrom, startBare, startBuilt, type Bare } from './sides.ts'
import { figure, median, printMiss, printTable } from './table.ts'

const PEOPLE = 200
const SOCKETS = 1000
const EVENTS_PER_SECOND = 10
const SECONDS = 10
/** Times the floor's, and milliseconds of the processor for a save. */
const GOALS = { p99: 1.2, cpu: 12 }
const TURNS = 3

interface Turn {
  readonly p50: number
  readonly p99: number
  readonly heard: number
  /** Milliseconds of processor time for each save. */
  readonly cpu: number
}

/** Sockets that receive saves, and a function that saves. */
interface Side {
  readonly sockets: readonly WebSocket[]
  /** Causes one event that carries `mark`. */
  save(mark: string): Promise<void>
  readonly kilobytes: number
  /** The processor time used so far, in milliseconds. */
  cpu(): number
  stop(): Promise<void>
}

const connected = (url: string, onMessage?: (text: string) => void) =>
  new Promise<WebSocket>((done, fail) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    if (onMessage) socket.on('message', (data) => onMessage(String(data)))
    socket.once('open', () => done(socket))
    socket.once('error', fail)
  })

/** Connects a few sockets at a time, before the measurement. */
async function connectAll(count: number, connect: (n: number) => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let from = 0; from < count; from += 50)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - from) }, (_, at) => connect(from + at)))),
    )
  return sockets
}

const settled = () => new Promise((done) => setTimeout(done, 1000))

async function startFloor(): Promise<Side> {
  const bare: Bare = await startBare('live-floor.ts')
  const before = memoryOf(bare.process)
  const sockets = await connectAll(SOCKETS, () => connected(bare.url.replace('http', 'ws')))
  await settled()
  // Makes the message as long as our event of a customer.
  const padding = 'x'.repeat(330)
  return {
    sockets,
    kilobytes: (1024 * (memoryOf(bare.process) - before)) / SOCKETS,
    cpu: () => cpuOf(bare.process),
    async save(mark) {
      await (await fetch(bare.url, { method: 'POST', body: JSON.stringify({ mark, padding }) })).text()
    },
    async stop() {
      for (const socket of sockets) socket.terminate()
      await bare.stop()
    },
  }
}

/** 200 foremen with five browsers each, all of whom see customers. */
async function startOurs(): Promise<Side> {
  const dataDir = temporaryFolder()
  const planting = await startBuilt({ args: ['--api-only'], dataDir })
  const admin = await signInFrom(planting.url, 'admin@plumbline.test', 0)
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    name: `Listener ${n}`,
    email: `listener${n}@plumbline.test`,
    role: 'foreman',
    has_access: true,
  }))
  const { status, data } = await admin.http.post('/api/users/store_many', { data: people })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(data)}`)
  await planting.stop()
  // All users share one password, so that only one hash is needed.
  const db = new DatabaseSync(join(dataDir, 'plumbline.db'))
  db.exec(`insert into credentials (user_id, password_hash)
    select id, (select password_hash from credentials limit 1) from users where email like 'listener%'`)
  db.close()
  const port = await freePort()
  const server = await startBuilt({
    args: ['--api-only', '--production'],
    dataDir,
    env: {
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
      COMPANY_NAME: 'Bench',
      MAIL: 'folder',
      TRUST_PROXY: '1',
    },
  })
  const clients: { http: AxiosInstance; channel: string }[] = []
  for (const [n, { email }] of people.entries()) {
    const { http } = await signInFrom(server.url, email, n)
    const { data: user } = await http.get('/api/user')
    clients.push({ http, channel: `private-customers.${user.id}` })
  }
  const before = memoryOf(server.process)
  const sockets = await connectAll(SOCKETS, async (n) => {
    const client = clients[n % PEOPLE]
    if (!client) throw new Error('Nobody listens.')
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/plumbline?protocol=7`, {
      perMessageDeflate: false,
    })
    const said = (event: string) =>
      new Promise<{ data: string }>((done) => {
        socket.on('message', function hear(text) {
          const message = JSON.parse(String(text))
          if (message.event !== event) return
          socket.off('message', hear)
          done(message)
        })
      })
    const { socket_id } = JSON.parse((await said('pusher:connection_established')).data)
    const { data } = await client.http.post('/broadcasting/auth', { socket_id, channel_name: client.channel })
    const joined = said('pusher_internal:subscription_succeeded')
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: client.channel, auth: data.auth } }))
    await joined
    return socket
  })
  await settled()
  const kilobytes = (1024 * (memoryOf(server.process) - before)) / SOCKETS
  const writer = await signInFrom(server.url, 'admin@plumbline.test', PEOPLE)
  const headers = {
    'content-type': 'application/json',
    cookie: [...writer.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(writer.cookies.get('XSRF-TOKEN') ?? ''),
  }
  return {
    sockets,
    kilobytes,
    cpu: () => cpuOf(server.process),
    async save(mark) {
      const body = JSON.stringify({ name: mark })
      const answer = await fetch(`${server.url}/api/customers/1`, { method: 'PATCH', headers, body })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
    },
    async stop() {
      for (const socket of sockets) socket.terminate()
      await server.stop()
    },
  }
}

/** Saves ten times a second, each timed from the first byte of its request until all sockets have received it. */
async function measure({ sockets, save, cpu }: Side, turn: number): Promise<Turn> {
  const sent = new Map<string, number>()
  const took: number[] = []
  const hear = (data: unknown) => {
    const mark = /mark [\d-]+ /.exec(String(data))?.[0]
    const at = mark && sent.get(mark)
    if (at) took.push(performance.now() - at)
  }
  for (const socket of sockets) socket.on('message', hear)
  const count = EVENTS_PER_SECOND * SECONDS
  const before = cpu()
  const began = performance.now()
  for (let n = 0; n < count; n++) {
    const due = began + (n * 1000) / EVENTS_PER_SECOND
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())))
    const mark = `mark ${turn}-${n} `
    sent.set(mark, performance.now())
    await save(`${mark}of the bench`)
  }
  const until = performance.now() + 5000
  while (took.length < count * SOCKETS && performance.now() < until) await new Promise((done) => setTimeout(done, 20))
  for (const socket of sockets) socket.off('message', hear)
  const sorted = Float64Array.from(took).sort()
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    heard: took.length,
    cpu: (cpu() - before) / count,
  }
}

/** Compares a thousand sockets that receive ten saves a second with a minimal fan-out. */
export async function benchLive(): Promise<void> {
  const floor = await startFloor()
  const ours = await startOurs()
  try {
    const turns: { floor: Turn[]; ours: Turn[] } = { floor: [], ours: [] }
    for (let turn = 0; turn < TURNS; turn++) {
      turns.floor.push(await measure(floor, turn))
      turns.ours.push(await measure(ours, turn))
    }
    const expected = TURNS * EVENTS_PER_SECOND * SECONDS * SOCKETS
    const row = (name: string, side: readonly Turn[], { kilobytes }: Side) => [
      name,
      figure(median(side.map(({ p50 }) => p50))),
      figure(median(side.map(({ p99 }) => p99))),
      String(expected - side.reduce((sum, { heard }) => sum + heard, 0)),
      figure(kilobytes),
      figure(median(side.map(({ cpu }) => cpu))),
    ]
    printTable(
      `Live: ${SOCKETS} sockets × ${EVENTS_PER_SECOND} events/s for ${TURNS * SECONDS} s`,
      ['', 'p50 ms', 'p99 ms', 'lost', 'KB a socket', 'CPU ms a save'],
      [row('bare ws fan-out', turns.floor, floor), row('ours, from save to heard', turns.ours, ours)],
    )
    const ratio = median(turns.ours.map(({ p99 }) => p99)) / median(turns.floor.map(({ p99 }) => p99))
    process.stdout.write(`\np99 is ${figure(ratio)}× the floor’s (goal ${GOALS.p99}).\n`)
    const [own, bare] = [median(turns.ours.map(({ cpu }) => cpu)), median(turns.floor.map(({ cpu }) => cpu))]
    if (own > GOALS.cpu)
      printMiss(
        `a save takes ${figure(own)} ms of the processor instead of ${GOALS.cpu}`,
        `a bare fan-out, which neither saves nor asks who may see what, takes ${figure(bare)}`,
      )
  } finally {
    await ours.stop()
    await floor.stop()
  }
}
