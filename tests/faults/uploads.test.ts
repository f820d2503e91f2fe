import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/db/postgres.ts'
import { startBucket, type Bucket } from '../bucket.ts'
import { removeFolders, temporaryFolder } from '../contract/server.ts'
import { freshPostgres } from '../engines.ts'
import { jpeg } from '../files.ts'
import type { Client } from '../harness.ts'
import { create, head, idOf } from '../tus.ts'
import { createRemote } from './browser.ts'
import { sendRest, sha256 } from './cut-upload.ts'
import { createProcesses, type Running } from './processes.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)
const MB = 1024 * 1024
const at = '/api/projects/1/attachments'
/** A picture by its header, with that much of anything behind it. */
const bytesOf = (size: number) =>
  new Uint8Array(Buffer.concat([Buffer.from(jpeg()), randomBytes(size - 47)]).subarray(0, size))

async function signedIn(url: () => string): Promise<Client> {
  const client = createRemote(url)
  expect((await client.signIn('admin@plumbline.test')).status).toBe(204)
  return client
}
const begin = async (client: Client, bytes: Uint8Array) => {
  const { status, headers } = await create(client, { for: at, size: bytes.byteLength })
  expect(status).toBe(201)
  return headers.get('location') ?? ''
}
/** Attaches a complete upload, and compares the download with what was sent. */
async function expectWhole(client: Client, path: string, bytes: Uint8Array) {
  const { status, data } = await client.post(at, { upload_id: idOf(path) })
  expect([status, data.size]).toEqual([201, bytes.byteLength])
  const { data: linked } = await client.post(`/api/attachments/${data.id}/link`)
  const answer = linked.url.startsWith('http')
    ? await fetch(linked.url)
    : await client.fetch(`http://plumbline.test${linked.url}`)
  expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes))
}

describe.each(isBrief ? ['folder'] : ['folder', 'bucket'])('uploads to a %s', (kind) => {
  let bucket: Bucket | undefined
  let server: Running
  let processes: ReturnType<typeof createProcesses>
  beforeAll(async () => {
    bucket = kind === 'bucket' ? await startBucket() : undefined
    const store = bucket ? { s3: bucket.config } : { files: temporaryFolder() }
    processes = createProcesses(temporaryFolder(), store)
    server = await processes.start()
  })
  afterAll(async () => {
    processes.close()
    await server.kill()
    await bucket?.close()
  })
  const url = () => server.url

  test.runIf(!isBrief)(
    '100 MB whose connection is cut ten times are continued each time, and arrive complete',
    async () => {
      const client = await signedIn(url)
      const bytes = bytesOf(100 * MB)
      const path = await begin(client, bytes)
      let offset = 0
      for (let cut = 0; cut < 10; cut++) {
        // Cut in the middle of a part as well as after several.
        const after = cut % 2 ? 15 * MB : 1.5 * MB
        expect(await sendRest(client, { url: url(), path, offset, bytes, after })).toBeNull()
        const { offset: there } = await head(client, path)
        expect(there).toBeGreaterThan(offset)
        expect(there).toBeLessThanOrEqual(offset + after)
        offset = there
      }
      expect(await sendRest(client, { url: url(), path, offset, bytes })).toBe(204)
      await expectWhole(client, path, bytes)
      expect(bucket?.uploads.size ?? 0).toBe(0)
    },
  )

  const kills = 3
  test.runIf(!isBrief)(
    `after the server is killed ${kills} times, the upload is continued behind what was saved`,
    async () => {
      const client = await signedIn(url)
      const bytes = bytesOf((kills * 30 + 10) * MB)
      const path = await begin(client, bytes)
      let offset = 0
      for (let kill = 0; kill < kills; kill++) {
        const sent = Promise.withResolvers<void>()
        const sending = sendRest(client, { url: url(), path, offset, bytes, after: 30 * MB, onCut: sent.resolve })
        await sent.promise
        await server.kill()
        expect(await sending).toBeNull()
        server = await processes.start()
        const { offset: there } = await head(client, path)
        // What a crash costs is at most what had not been synced.
        expect(there).toBeGreaterThan(offset + 6 * MB)
        offset = there
      }
      expect(await sendRest(client, { url: url(), path, offset, bytes })).toBe(204)
      await expectWhole(client, path, bytes)
    },
  )
})

test.runIf(!isBrief)(
  'two processes take turns at one upload, and one continues it after the other is killed',
  async () => {
    const [files, database] = [temporaryFolder(), await freshPostgres()]
    const processes = createProcesses(database, { files })
    const servers = [await processes.start(), await processes.start()]
    const watching = openPostgres(database, { max: 1 })
    const isLocked = async () => {
      const locked = sql`select id from uploads where locked_by is not null and wanted_at is null`
      return (await locked.execute(watching.kysely)).rows.length > 0
    }
    let turn = 0
    const url = () => servers[turn % 2]?.url ?? ''
    try {
      const client = await signedIn(url)
      const bytes = bytesOf(30 * MB)
      const path = await begin(client, bytes)
      let offset = 0
      for (turn = 0; turn < 6; turn++) {
        const before = offset
        // On a busy machine a connection may be gone before the process has begun to read from it.
        await eventually(async () => {
          await sendRest(client, { url: url(), path, offset, bytes, after: 2 * MB })
          offset = (await head(client, path)).offset
          expect(offset).toBeGreaterThan(before)
        })
      }
      // The first one hangs on to a connection that has gone quiet; the second asks it to stop.
      turn = 0
      const quiet = Promise.withResolvers<void>()
      const hanging = sendRest(client, { url: url(), path, offset, bytes, after: 2 * MB, onCut: quiet.resolve })
      await quiet.promise
      await eventually(async () => expect(await isLocked()).toBe(true))
      turn = 1
      const { offset: there } = await head(client, path)
      expect(there).toBeGreaterThanOrEqual(offset)
      offset = there
      // It dies while it holds the lock, and the other one waits until its lease is over.
      turn = 0
      const dying = Promise.withResolvers<void>()
      const killed = sendRest(client, { url: url(), path, offset, bytes, after: 2 * MB, onCut: dying.resolve })
      await dying.promise
      await eventually(async () => expect(await isLocked()).toBe(true))
      await servers[0]?.kill()
      await Promise.all([hanging, killed])
      turn = 1
      const answer = await head(client, path)
      expect([answer.status, answer.offset >= offset]).toEqual([200, true])
      expect(await sendRest(client, { url: url(), path, offset: answer.offset, bytes })).toBe(204)
      await expectWhole(client, path, bytes)
    } finally {
      processes.close()
      await watching.close()
      await Promise.all(servers.map((server) => server.kill()))
    }
  },
)

test.runIf(!isBrief)(
  'when the disk is full at 60 %, what was written is kept, and the rest is accepted once there is room',
  async () => {
    const [data, files] = [temporaryFolder(), join(temporaryFolder(), 'files')]
    const bytes = bytesOf(10 * MB)
    // The system itself ends the writing of a file at 6 MB.
    const narrow = createProcesses(data, { files, mostBlocks: (6 * MB) / 512 })
    let server = await narrow.start()
    const client = await signedIn(() => server.url)
    let path = ''
    try {
      path = await begin(client, bytes)
      expect(await sendRest(client, { url: server.url, path, offset: 0, bytes })).toBe(507)
      expect((await head(client, path)).offset).toBe(6 * MB)
      expect((await client.post(at, { upload_id: idOf(path) })).status).toBe(422)
      expect((await client.get('/api/customers')).status).toBe(200)
    } finally {
      narrow.close()
      await server.kill()
    }
    const roomy = createProcesses(data, { files })
    server = await roomy.start()
    try {
      expect(await sendRest(client, { url: server.url, path, offset: 6 * MB, bytes })).toBe(204)
      await expectWhole(client, path, bytes)
    } finally {
      roomy.close()
      await server.kill()
    }
  },
)
