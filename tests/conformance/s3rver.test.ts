import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFiles } from '#server/files/check.ts'
import { nothingSaved, type FileStore } from '#server/files/file-store.ts'
import { readS3Url, s3Store } from '#server/files/s3-store.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld } from '../harness.ts'
import { create, idOf, patch } from '../tus.ts'
import { isBrief } from '../tier.ts'

/** A store that others wrote: it neither ends nor lists uploads in parts, and checks no signatures of version 4. */
let server: S3rver
let folder: string
let store: FileStore
let address: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-s3rver-'))
  const configureBuckets = [{ name: 'plumbline', configs: [] }]
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets })
  const { port } = await server.run()
  address = `S3RVER:S3RVER@127.0.0.1:${port}`
  store = s3Store(readS3Url(`http://${address}/plumbline`))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const MB = 1024 * 1024
const large = Uint8Array.from({ length: 11 * MB }, (_, at) => (at * 31 + (at >> 8)) & 255)
large.set(new Uint8Array(jpeg()))
const bytesOf = async (body: ReadableStream | null) => new Uint8Array(await new Response(body).arrayBuffer())
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

test('what the store lacks is said at the start, and what is wrong refused', async () => {
  expect(await store.check?.()).toEqual([
    expect.stringMatching(/^The bucket answers requests without a signature, .*: make it private\.$/),
    expect.stringMatching(/^The file store cannot end uploads in parts\. .*remove incomplete multipart uploads\.$/),
    expect.stringMatching(/^The file store does not list uploads in parts\./),
  ])
  const check = (url: string) => s3Store(readS3Url(url)).check?.()
  await expect(check(`http://${address}/elsewhere`)).rejects.toThrow(
    'The file store answered 404 NoSuchBucket. The specified bucket does not exist. Create the bucket, or correct its name in S3_URL.',
  )
  await expect(check(`http://${address.replace('S3RVER', 'nobody')}/plumbline`)).rejects.toThrow(
    /^The file store answered 403 InvalidAccessKeyId\. .*Check key and secret in S3_URL/,
  )
  expect(await check('http://a:b@127.0.0.1:1/plumbline')).toEqual([
    'The file store does not answer. Until that changes, files cannot be stored or read.',
  ])
  const left = []
  for await (const { path } of store.list()) left.push(path)
  expect(left).toEqual([])
})

test.runIf(!isBrief)('a file that was broken off within and behind parts is complete in the end', async () => {
  const path = store.newPath()
  let saved = nothingSaved
  let from = 0
  for (const to of [100, 6 * MB, 7 * MB, large.length]) {
    const file = await store.open(path, saved)
    await file.write(large.subarray(from, to))
    await file.save(to === large.length)
    await file.close()
    saved = file.saved
    from = to
  }
  await store.finish(path, saved)
  expect(same(await bytesOf(await store.read(path)), large)).toBe(true)
  expect(same(await bytesOf(await store.read(path, { start: 3, end: 7 })), large.subarray(3, 8))).toBe(true)
  await store.remove(path, saved.state)
  expect(await store.read(path)).toBeNull()
  await store.reach()
})

test.runIf(!isBrief)('the app takes files in forms and resumably, serves them, and nothing dangles', async () => {
  const world = await createTestWorld({ files: store })
  const admin = await world.signIn('admin@plumbline.test')
  const at = '/api/projects/1/attachments'
  const inForm = await upload(admin, at, { file: ['a.jpg', large] })
  expect(inForm.status).toBe(201)
  const location = (await create(admin, { for: at, size: large.length })).headers.get('location') ?? ''
  expect((await patch(admin, location, 0, large.slice(0, 6 * MB))).offset).toBe(6 * MB)
  expect((await patch(admin, location, 6 * MB, large.slice(6 * MB))).offset).toBe(large.length)
  const resumed = await admin.post(at, { upload_id: idOf(location) })
  expect([resumed.status, resumed.data.sha256]).toEqual([201, inForm.data.sha256])
  const answer = await admin.fetch(`${BASE}/api/attachments/${resumed.data.id}/file?download`, { redirect: 'manual' })
  const linked = await fetch(answer.headers.get('location') ?? '')
  expect(linked.headers.get('content-disposition')).toMatch(/^attachment; filename="panel.jpg"/)
  expect(same(await bytesOf(linked.body), large)).toBe(true)
  const { catalog, database } = world.app.services
  const uploading = catalog.entities.filter((entity) => catalog.serving(entity).uploads)
  expect(await checkFiles(database, store, uploading)).toEqual({ missing: [], strays: [], names: [] })
  expect(world.errors).toEqual([])
  await world.close()
})
