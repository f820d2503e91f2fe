import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#server/files/file-store.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { startBucket } from '../bucket.ts'
import { eventually } from '../eventually.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { openFiles } from '../open-files.ts'
import { isBrief } from '../tier.ts'
import { counts } from './counts.ts'
import { createRandom } from './random.ts'

const folder = join(tmpdir(), `plumbline-aborted-${crypto.randomUUID()}`)
afterAll(() => rm(folder, { recursive: true, force: true }))

const stores: { store: string; open: () => Promise<{ files: FileStore; close: () => Promise<void> }> }[] = [
  { store: 'folder', open: async () => ({ files: folderStore(folder), close: async () => {} }) },
  {
    store: 'bucket',
    async open() {
      const bucket = await startBucket()
      return { files: s3Store(bucket.config), close: () => bucket.close() }
    },
  },
]

describe.skipIf(isBrief).each(stores)('downloads that are broken off, of files in a $store', ({ store, open }) => {
  test('leave no file open and end nothing, at whatever moment', async () => {
    const random = createRandom(`aborted reads of a ${store}`)
    const { files, close } = await open()
    const world = await createTestWorld({ files })
    const admin = await world.signIn('admin@plumbline.test')
    const sizes = [10, 300_000, 2_000_000, 1]
    for (const [at, size] of sizes.entries())
      await upload(admin, '/api/projects/1/attachments', { file: [`${at}.jpg`, jpeg('x'.repeat(size))] })
    const { data } = await admin.get('/api/projects/1/attachments')
    const largest = data.find(({ size }: { size: number }) => size > 1_000_000)
    const server = createServer(getRequestListener(world.app.fetch))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

    /** Asks for a path, and tears the connection off after so many of its bytes. */
    const tearOff = (path: string, after: number) =>
      new Promise<void>((done) => {
        let taken = 0
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET ${path} HTTP/1.1\r\nHost: plumbline.test\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`)
          if (after === 0) socket.resetAndDestroy()
        })
        socket.on('data', ({ length }) => {
          taken += length
          if (taken >= after) socket.resetAndDestroy()
        })
        socket.on('error', () => {})
        socket.on('close', () => done())
      })
    const paths = ['/api/projects/1/attachments/zip', `/api/attachments/${largest?.id}/file?download`]
    const whole = 2_000_000
    for (const path of paths)
      for (let times = 0; times < counts.abortedReads; times++)
        // Before an answer, in its head, in its first bytes, and anywhere.
        await tearOff(path, random.pick([0, 1, 600, random.below(5000), random.below(whole)]))
    const held = () => openFiles().filter((path) => path.startsWith(folder))
    await eventually(() => expect(held()).toEqual([]))

    // Whoever comes next gets all of it, since no place of an archive is still taken.
    await eventually(async () => {
      const answer = await admin.fetch(`http://plumbline.test${paths[0]}`)
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([
        200,
        Number(answer.headers.get('content-length')),
      ])
    })
    expect(world.errors).toEqual([])
    server.closeAllConnections()
    server.close()
    await world.close()
    await close()
  })
})
