import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { startBucket } from '../bucket.ts'
import { temporaryFolder, type Started } from '../contract/server.ts'
import { createRemote } from '../faults/browser.ts'
import { sendRest, sha256 } from '../faults/cut-upload.ts'
import type { Client } from '../harness.ts'
import { freePort } from '../postgres.ts'
import { create, head, idOf } from '../tus.ts'
import { load, requestText, type Measured } from './load.ts'
import { memoryOf, startBuilt } from './sides.ts'
import { figure, median, printTable } from './table.ts'

const MB = 1024 * 1024
const SIZE = 100 * MB
/** How often all of it is done, and how many files are packed into the archive: the bucket is played by this process. */
const scale = { folder: { turns: 3, packed: 20 }, bucket: { turns: 1, packed: 5 } }
const UPLOADS = 10
const CUTS = 10
/** An archive by its first bytes, which no decoder is asked to look into. */
const bytes = new Uint8Array(Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(SIZE - 4)]))

interface Side {
  readonly server: Started
  readonly admin: Client
  readonly at: string
  /** How many files the archive holds. */
  readonly packed: number
}

async function begin({ admin, at }: Side): Promise<string> {
  const { status, headers } = await create(admin, { for: at, size: SIZE, name: 'set.zip' })
  if (status !== 201) throw new Error(`An upload could not begin: ${status}`)
  return headers.get('location') ?? ''
}
async function put(side: Side): Promise<string> {
  const path = await begin(side)
  const status = await sendRest(side.admin, { url: side.server.url, path, offset: 0, bytes })
  if (status !== 204) throw new Error(`An upload ended with ${status}.`)
  return path
}
const cookieOf = (client: Client) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Reads all of the archive and keeps none of it; resolves with its size. */
const readZip = ({ server, admin, at }: Side) =>
  new Promise<number>((done, fail) => {
    const headers = { cookie: cookieOf(admin) }
    get(`${server.url}${at}/zip`, { headers }, (answer) => {
      let size = 0
      answer.on('data', (chunk: Buffer) => (size += chunk.byteLength))
      answer.on('end', () => done(size))
      answer.on('error', fail)
    }).on('error', fail)
  })

const reading = ({ server, admin }: Side, seconds: number) =>
  load({
    url: server.url,
    connections: 4,
    seconds,
    status: 200,
    next: () => requestText('GET', '/api/customers/1', { headers: { cookie: cookieOf(admin) } }),
  })

/** Ten uploads and the archive side by side; resolves when all are through. */
async function work(side: Side): Promise<void> {
  const paths = await Promise.all(Array.from({ length: UPLOADS }, () => begin(side)))
  const uploads = paths.map((path) => sendRest(side.admin, { url: side.server.url, path, offset: 0, bytes }))
  const [size, ...statuses] = await Promise.all([readZip(side), ...uploads])
  if (size < side.packed * SIZE || statuses.some((status) => status !== 204)) throw new Error(`Cut short: ${statuses}`)
  // Unfinished ones count for what one person may have; these are done with.
  for (const path of paths)
    await side.admin.fetch(`http://plumbline.test${path}`, { method: 'DELETE', headers: tusHeaders(side.admin) })
}
const tusHeaders = (client: Client) => ({
  'tus-resumable': '1.0.0',
  'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
})

/** Cut in the middle of the line ten times, and compared when it has arrived. */
async function cutUpload(side: Side): Promise<string> {
  const began = performance.now()
  const { server, admin, at } = side
  const path = await begin(side)
  let offset = 0
  for (let cut = 0; cut < CUTS; cut++) {
    await sendRest(admin, { url: server.url, path, offset, bytes, after: 7 * MB })
    const { offset: there } = await head(admin, path)
    if (there <= offset) throw new Error('A cut upload did not go on.')
    offset = there
  }
  const kept = offset
  await sendRest(admin, { url: server.url, path, offset, bytes })
  const { data } = await admin.post(at, { upload_id: idOf(path) })
  const { data: link } = await admin.post(`/api/attachments/${data.id}/link`)
  const answer = await fetch(new URL(link.url, server.url))
  const whole = sha256(new Uint8Array(await answer.arrayBuffer())) === sha256(bytes)
  const seconds = (performance.now() - began) / 1000
  return `${CUTS} cuts, ${figure((100 * kept) / (CUTS * 7 * MB))} % of what was sent before them kept, ${whole ? 'whole' : 'NOT WHOLE'} after ${figure(seconds)} s`
}

async function openSide(env: Record<string, string>, packed: number): Promise<Side> {
  const dataDir = temporaryFolder()
  await (await startBuilt({ args: ['--api-only'], dataDir, env })).stop()
  const port = await freePort()
  const production = { PORT: String(port), APP_URL: `http://localhost:${port}`, COMPANY_NAME: 'Bench', MAIL: 'folder' }
  const server = await startBuilt({ args: ['--api-only', '--production'], dataDir, env: { ...env, ...production } })
  const admin = createRemote(() => server.url)
  const { status } = await admin.signIn('admin@plumbline.test')
  if (status !== 204) throw new Error(`Nobody could sign in: ${status}`)
  const number = crypto.randomUUID().slice(0, 8)
  const { data } = await admin.post('/api/projects', { customer_id: 1, name: 'Bench', number })
  return { server, admin, at: `/api/projects/${data.id}/attachments`, packed }
}

const middle = (turns: readonly Measured[]) => ({
  p50: median(turns.map(({ p50 }) => p50)),
  p99: median(turns.map(({ p99 }) => p99)),
  rate: median(turns.map(({ rate }) => rate)),
})

/** Measures the server's memory and other reads during ten 100 MB uploads and one 2 GB archive, and an upload cut ten times. */
export async function benchFiles(): Promise<void> {
  for (const kind of ['folder', 'bucket'] as const) {
    const bucket = kind === 'bucket' ? await startBucket() : undefined
    const s3 =
      bucket && `${bucket.config.bucket.replace('://', '://KEY:se%2Fcret%2BKey@')}?region=${bucket.config.region}`
    const { turns: times, packed } = scale[kind]
    const side = await openSide(s3 ? { S3_URL: s3 } : {}, packed)
    try {
      await reading(side, 3)
      const rest = memoryOf(side.server.process)
      for (let count = 0; count < packed; count++) {
        const { status } = await side.admin.post(side.at, { upload_id: idOf(await put(side)) })
        if (status !== 201) throw new Error(`A file could not be attached: ${status}`)
      }
      let most = rest
      const watching = setInterval(() => (most = Math.max(most, memoryOf(side.server.process))), 200)
      const turns: { idle: Measured[]; busy: Measured[] } = { idle: [], busy: [] }
      const took: number[] = []
      for (let turn = 0; turn < times; turn++) {
        turns.idle.push(await reading(side, 3))
        const began = performance.now()
        const working = work(side).then(() => took.push((performance.now() - began) / 1000))
        turns.busy.push(await reading(side, 3))
        await working
      }
      clearInterval(watching)
      const [idle, busy] = [middle(turns.idle), middle(turns.busy)]
      printTable(
        `Files in a ${kind}: ${UPLOADS} uploads of 100 MB and an archive of ${packed / 10} GB, ${figure(median(took))} s`,
        ['reads meanwhile', 'req/s', 'p50 ms', 'p99 ms'],
        [
          ['at rest', ...[idle.rate, idle.p50, idle.p99].map(figure)],
          ['busy', ...[busy.rate, busy.p50].map(figure), `${figure(busy.p99)} (${figure(busy.p99 / idle.p99)}×)`],
        ],
      )
      const memory = `${figure(rest)} MB at rest, ${figure(most)} MB at most: ${figure(most - rest)} MB more`
      process.stdout.write(`\nMemory: ${memory}\nA cut upload: ${await cutUpload(side)}\n`)
    } finally {
      await side.server.stop()
      await bucket?.close()
    }
  }
}
