import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { startCluster } from '../postgres.ts'
import { open as openLine, percentile, requestText } from './load.ts'
import { startBuilt } from './sides.ts'
import { figure, printMiss, printTable } from './table.ts'

/** Milliseconds that 99 of 100 requests of others may take while somebody sends the most that is allowed. */
const GOAL = 100
const READERS = 4
const WRITERS = 2
/** Staff have no budget of records: theirs is measured for so long, in milliseconds. */
const LONGEST = 4000

async function headersOf(url: string, person: string) {
  const { cookies } = await signIn(url, `${person}@plumbline.test`)
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
  }
}

/** What the preload of the server writes, and a request for it. */
async function piecesOf({ pid }: { readonly pid?: number | undefined }, file: string): Promise<number> {
  if (pid !== undefined) process.kill(pid, 'SIGUSR2')
  await new Promise((done) => setTimeout(done, 200))
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
}

const senders = [
  { name: 'nobody', person: 'contact', size: 0 },
  { name: 'a guest, 50 messages a request', person: 'contact', size: 50 },
  { name: 'a guest, 500 at once as earlier versions', person: 'contact', size: 500 },
  { name: 'staff, 500 messages a request', person: 'manager', size: 500 },
] as const

/**
 * How long others' reads and one-record saves take while one person sends the largest requests there are, one behind the
 * other, until the server says that it is enough; and the longest piece of the event loop, in ms of the processor.
 */
export async function benchShare(): Promise<void> {
  await benchEngine('SQLite', async () => ({ env: {}, stop: async () => {} }))
  await benchEngine('PostgreSQL', async () => {
    const { url, stop } = await startCluster({ durable: true })
    return { env: { DATABASE_URL: url }, stop }
  })
}

type Engine = () => Promise<{ env: Record<string, string>; stop(): Promise<unknown> }>

async function benchEngine(engine: string, open: Engine): Promise<void> {
  const table: string[][] = []
  for (const { name, person, size } of senders) {
    const { env, stop } = await open()
    const pieces = join(temporaryFolder(), 'pieces')
    const preload = `--max-semi-space-size=16 --import ${join(import.meta.dirname, 'pieces.ts')}`
    const server = await startBuilt({
      args: ['--api-only'],
      dataDir: temporaryFolder(),
      env: { ...env, NODE_OPTIONS: preload, PIECES: pieces },
    })
    const { hostname, port } = new URL(server.url)
    const others = await headersOf(server.url, 'admin')
    const { http } = await signIn(server.url, 'contact@plumbline.test')
    const [rfi] = (await http.get('/api/rfis')).data as { id: number }[]
    const headers = await headersOf(server.url, person)
    await piecesOf(server.process, pieces)
    let busy = true
    let made = 0
    const took: Record<'read' | 'save', number[]> = { read: [], save: [] }
    const other = async (kind: 'read' | 'save') => {
      const line = await openLine(hostname, Number(port))
      while (busy) {
        const text =
          kind === 'read'
            ? requestText('GET', '/api/customers?page=1&per_page=20', { headers: others })
            : requestText('POST', '/api/customers', { headers: others, body: { name: `Beside ${++made}` } })
        const sent = performance.now()
        const { status } = await line.ask(text)
        took[kind].push(performance.now() - sent)
        if (status >= 300) throw new Error(`${status} for a ${kind} beside ${name}`)
      }
      line.close()
    }
    const running = [
      ...Array.from({ length: READERS }, () => other('read')),
      ...Array.from({ length: WRITERS }, () => other('save')),
    ]
    const line = await openLine(hostname, Number(port))
    const data = Array.from({ length: size }, (_, at) => ({ content: `Line ${at}` }))
    const until = performance.now() + LONGEST
    let taken = 0
    let longest = 0
    while (performance.now() < until) {
      if (!size) {
        await new Promise((done) => setTimeout(done, 1000))
        break
      }
      const sent = performance.now()
      const { status } = await line.ask(
        requestText('POST', `/api/rfis/${rfi?.id}/messages/store_many`, { headers, body: { data } }),
      )
      if (status === 429) break
      if (status !== 200) throw new Error(`${status} for ${name}`)
      longest = Math.max(longest, performance.now() - sent)
      taken++
    }
    busy = false
    await Promise.all(running)
    line.close()
    const piece = await piecesOf(server.process, pieces)
    await server.stop()
    await stop()
    const at = (kind: 'read' | 'save', share: number) =>
      percentile(
        took[kind].toSorted((a, b) => a - b),
        share,
      )
    table.push([
      name,
      String(taken),
      figure(longest),
      figure(piece),
      ...(['read', 'save'] as const).flatMap((kind) => [
        String(took[kind].length),
        figure(at(kind, 0.5)),
        figure(at(kind, 0.99)),
        figure(Math.max(...took[kind])),
      ]),
    ])
    const worst = Math.max(at('read', 0.99), at('save', 0.99))
    if (worst > GOAL)
      printMiss(`others beside ${name}, ${engine}`, `99 of 100 within ${figure(worst)} ms, the goal is ${GOAL}`)
  }
  printTable(
    `Others beside the largest requests, ${engine}, in ms`,
    ['beside', 'requests', 'longest', 'piece', 'reads', 'median', 'p99', 'max', 'saves', 'median', 'p99', 'max'],
    table,
  )
}
