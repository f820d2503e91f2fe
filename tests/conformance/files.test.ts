import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FileLost, nothingSaved, type FileStore, type Range } from '#server/files/file-store.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { startBucket, type Bucket } from '../bucket.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld } from '../harness.ts'
import { isBrief } from '../tier.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = (...words: string[]) => words.map((word) => new TextEncoder().encode(word))
async function begin(store: FileStore, ...chunks: Uint8Array[]) {
  const path = store.newPath()
  const file = await store.open(path, nothingSaved)
  for (const chunk of chunks) await file.write(chunk)
  return { path, file }
}
async function put(store: FileStore, ...chunks: Uint8Array[]): Promise<string> {
  const { path, file } = await begin(store, ...chunks)
  await file.save(true)
  await file.close()
  await store.finish(path, file.saved)
  return path
}
async function get(store: FileStore, path: string, range?: Range): Promise<string | null> {
  const body = await store.read(path, range)
  return body && new Response(body).text()
}
const listed = async (store: FileStore) => {
  const all = []
  for await (const { path, unfinished } of store.list()) all.push({ path, unfinished })
  return all.sort((a, b) => (a.path < b.path ? -1 : 1))
}

describe('files in a folder', () => {
  test('a file cannot be read while it is being written, and is complete once it is finished', async () => {
    const store = folderStore(folder)
    const { path, file } = await begin(store, ...bytes('Panel ', 'LP-2'))
    expect([await get(store, path), await store.size(path)]).toEqual([null, null])
    expect(await readdir(folder)).toEqual(['coming'])
    expect(await listed(store)).toEqual([{ path, unfinished: true }])
    await file.save(true)
    await file.close()
    await store.finish(path, file.saved)
    expect(await get(store, path)).toBe('Panel LP-2')
    expect(await get(store, path, { start: 6, end: 7 })).toBe('LP')
    expect([await store.size(path), await store.size('../secret')]).toEqual([10, null])
    expect(await readdir(join(folder, 'coming'))).toEqual([])
    expect(await listed(store)).toEqual([{ path, unfinished: false }])
    await store.remove(path)
    expect(await get(store, path)).toBeNull()
  })

  test('removing a file leaves nothing behind, whether it was finished or not', async () => {
    const store = folderStore(folder)
    const { path, file } = await begin(store, jpegBytes)
    await file.close()
    await store.remove(path)
    await store.remove(await put(store, jpegBytes))
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })

  test('after a crash a file is continued from what was saved, and finishing it twice does no harm', async () => {
    const store = folderStore(folder)
    const { path, file } = await begin(store, ...bytes('Panel '))
    await file.save()
    // Written, but not known to be durable when the process died.
    await file.write(bytes('LP-2')[0] ?? new Uint8Array())
    const { saved } = file
    await file.close()
    const again = await store.open(path, saved)
    for (const chunk of bytes('LP-3')) await again.write(chunk)
    await again.save(true)
    await again.close()
    await store.finish(path, again.saved)
    await store.finish(path, again.saved)
    expect(await get(store, path)).toBe('Panel LP-3')
  })

  test('opening a file of which less is there than was saved fails with FileLost', async () => {
    const store = folderStore(folder)
    await expect(store.open(store.newPath(), { size: 5, state: '' })).rejects.toThrow(FileLost)
  })

  test.each([
    '../secret',
    '../../etc/passwd',
    '/etc/passwd',
    'coming/secret',
    'ab/../../secret',
    'ab/..',
    'ab',
    '',
    'ab/00000000-0000-0000-0000-000000000000\0.jpg',
    'AB/00000000-0000-0000-0000-000000000000',
  ])('a record with the path %j cannot access any file', async (path) => {
    const inner = join(folder, 'files')
    await mkdir(join(inner, 'coming'), { recursive: true })
    for (const secret of [join(folder, 'secret'), join(inner, 'coming', 'secret')]) await writeFile(secret, 'keys')
    const store = folderStore(inner)
    expect(await store.read(path)).toBeNull()
    await store.remove(path)
    expect(existsSync(join(folder, 'secret'))).toBe(true)
    expect(existsSync(join(inner, 'coming', 'secret'))).toBe(true)
  })
})

const jpegBytes = new Uint8Array(jpeg('Panel LP-2'))

describe('files in an S3 bucket', () => {
  let bucket: Bucket
  let store: FileStore
  beforeEach(async () => {
    bucket = await startBucket()
    store = s3Store(bucket.config)
  })
  afterEach(() => bucket.close())
  const as = { name: 'Größe "1" (a+b).jpg', mime: 'image/jpeg', inline: true }
  const linkTo = (path: string) => store.linkTo?.(path, as) ?? ''

  test('an object is stored under an id and without a media type, can be read, and can be removed', async () => {
    const path = await put(store, ...bytes('Panel ', 'LP-2'))
    const [object] = bucket.objects.values()
    expect(object?.type).toBe('binary/octet-stream')
    // As in a folder, so that a backup can be restored into either.
    expect(path).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}$/)
    expect(await get(store, path)).toBe('Panel LP-2')
    expect(await get(store, path, { start: 6, end: 7 })).toBe('LP')
    expect(await store.size(path)).toBe(10)
    await store.remove(path)
    await store.remove(path)
    expect([await get(store, path), await store.size(path)]).toEqual([null, null])
    expect(bucket.objects.size).toBe(0)
    expect(bucket.requests).toEqual([
      'PUT 200',
      'GET 200',
      'GET 206',
      'HEAD 200',
      'DELETE 204',
      'DELETE 204',
      'GET 404',
      'HEAD 404',
    ])
  })

  const MB = 1024 * 1024
  const large = Array.from({ length: 96 }, (_, at) => new Uint8Array(128 * 1024).fill(at))

  test.runIf(!isBrief)('a large file is uploaded in parts, and is continued after every interruption', async () => {
    const path = store.newPath()
    let saved = nothingSaved
    let state = ''
    // Cut every 2 MB, less than a part, each time in another process.
    for (let at = 0; at < large.length; at += 16) {
      const file = await store.open(path, saved)
      for (const chunk of large.slice(at, at + 16)) await file.write(chunk)
      await file.save(at + 16 === large.length)
      await file.close()
      saved = file.saved
      expect(saved.size).toBe((at + 16) * 128 * 1024)
      if (at === 0) state = saved.state
    }
    expect(state).not.toBe(saved.state)
    expect(await get(store, path)).toBeNull()
    expect(await listed(store)).toContainEqual({ path, unfinished: true })
    await store.finish(path, saved)
    await store.finish(path, saved)
    expect([...bucket.objects.values()].map((object) => object.bytes.equals(Buffer.concat(large)))).toEqual([true])
    expect(bucket.uploads.size).toBe(0)
    expect(await listed(store)).toEqual([{ path, unfinished: false }])
  })

  test('what was written but not recorded before a crash is written again: a longer tail, and a part', async () => {
    const path = store.newPath()
    const first = await store.open(path, nothingSaved)
    for (const chunk of large.slice(0, 8)) await first.write(chunk)
    await first.save()
    const { saved } = first
    for (const chunk of large.slice(8, 50)) await first.write(chunk)
    await first.save()
    expect(first.saved.size).toBeGreaterThan(6 * MB)
    const second = await store.open(path, saved)
    for (const chunk of large.slice(8)) await second.write(chunk)
    await second.save(true)
    await store.finish(path, second.saved)
    expect([...bucket.objects.values()].map((object) => object.bytes.equals(Buffer.concat(large)))).toEqual([true])
  })

  test('removing an unfinished upload removes its parts and its tail; afterwards it cannot be continued', async () => {
    const path = store.newPath()
    const file = await store.open(path, nothingSaved)
    for (const chunk of large.slice(0, 48)) await file.write(chunk)
    await file.save()
    expect([bucket.objects.size, bucket.uploads.size]).toEqual([1, 1])
    expect((await listed(store)).every(({ unfinished }) => unfinished)).toBe(true)
    await store.remove(path, file.saved.state)
    expect([bucket.objects.size, bucket.uploads.size]).toEqual([0, 0])
    await expect(store.open(path, file.saved)).rejects.toThrow(FileLost)
  })

  test('a link works for anyone, fixes the response headers, and cannot be changed to another object', async () => {
    const [mine, other] = [await put(store, jpegBytes), await put(store, ...bytes('another'))]
    const link = await linkTo(mine)
    const answer = await fetch(link)
    expect(answer.status).toBe(200)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(jpegBytes)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="Gr__e _1_ (a+b).jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20_1_%20%28a%2Bb%29.jpg`,
    )
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('300')
    expect((await fetch(link.replace(mine, other))).status).toBe(403)
    expect((await fetch(link.replace('image%2Fjpeg', 'text%2Fhtml'))).status).toBe(403)
    expect((await fetch(link.replace('Expires=300', 'Expires=3000'))).status).toBe(403)
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403)
    expect((await fetch(`${bucket.config.bucket}/${mine}`)).status).toBe(403)
  })

  test('a link expires after five minutes', async () => {
    const path = await put(store, jpegBytes)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 301_000 })
    const link = await linkTo(path)
    vi.useRealTimers()
    expect((await fetch(link)).status).toBe(403)
  })

  test('a wrong secret is reported without a retry, with the bucket’s error', async () => {
    const wrong = s3Store({ ...bucket.config, secretKey: 'guessed' })
    await expect(put(wrong, jpegBytes)).rejects.toThrow(
      /The file store answered 403 SignatureDoesNotMatch\. Check key and secret/,
    )
    expect(bucket.requests).toEqual(['PUT 403'])
    expect(bucket.objects.size).toBe(0)
  })

  test.runIf(!isBrief)(
    'a request is retried with the whole file if the store is busy, slow or closes the connection',
    async () => {
      bucket.faults.push(500, 'cut', 503)
      const path = await put(store, jpegBytes)
      expect(bucket.requests).toEqual(['PUT 500', 'PUT cut', 'PUT 503', 'PUT 200'])
      bucket.faults.push('slow', 500)
      expect(await get(store, path)).toBe(new TextDecoder().decode(jpegBytes))
      await store.remove(path)
      expect(bucket.requests.slice(4)).toEqual(['GET 200', 'DELETE 500', 'DELETE 204'])
    },
  )

  test('redirects of the store are not followed', async () => {
    bucket.faults.push(307)
    await expect(put(store, jpegBytes)).rejects.toThrow('The file store answered 307')
    expect(bucket.requests).toEqual(['PUT 307'])
  })

  test('a store that does not answer is given up once, and of an endless refusal little is read', async () => {
    bucket.faults.push('silent')
    await expect(put(s3Store({ ...bucket.config, patience: 200 }), jpegBytes)).rejects.toMatchObject({
      message: 'The file store does not answer.',
      code: 'UNSTORED',
    })
    bucket.faults.push('endless')
    await expect(put(store, jpegBytes)).rejects.toThrow('The file store answered 400')
    expect(bucket.requests).toEqual(['PUT silent', 'PUT endless'])
  })

  test('an upload fails after four attempts, and its object is removed', async () => {
    bucket.faults.push(500, 500, 500, 500)
    const { path, file } = await begin(store, jpegBytes)
    await expect(file.save(true)).rejects.toThrow('The file store answered 500')
    await store.remove(path, file.saved.state)
    expect(bucket.requests.at(-1)).toBe('DELETE 204')
  })

  test.runIf(!isBrief)(
    'the app stores files in the bucket, and redirects downloads there for users who may see them',
    async () => {
      const world = await createTestWorld({ files: store })
      const admin = await world.signIn('admin@plumbline.test')
      // The sample's own documents are there.
      const before = bucket.objects.size
      const begun = bucket.requests.length
      const number = `S3-${crypto.randomUUID().slice(0, 8)}`
      const { data: project } = await admin.post('/api/projects', { customer_id: 1, name: 'Kept afar', number })
      const at = `/api/projects/${project.id}/attachments`
      const refused = await upload(admin, at, { file: ['site.jpg', '<!doctype html><script>alert(1)</script>'] })
      const sent = bucket.requests.slice(begun).filter((one) => one.startsWith('P'))
      expect([refused.status, sent]).toEqual([422, []])

      const { status, data } = await upload(admin, at, {
        file: ['a.jpg', jpeg('large')],
        preview: ['p.jpg', jpeg('s')],
      })
      expect([status, bucket.objects.size - before]).toEqual([201, 2])
      for (const [path, said] of [
        ['file', /^inline; filename="a.jpg"/],
        ['file?download', /^attachment; filename="a.jpg"/],
      ] as const) {
        const answer = await admin.fetch(`${BASE}/api/attachments/${data.id}/${path}`, { redirect: 'manual' })
        const link = answer.headers.get('location') ?? ''
        expect([answer.status, await answer.text()]).toEqual([302, ''])
        expect(link.startsWith(`${bucket.config.bucket}/`)).toBe(true)
        const object = await fetch(link)
        expect(object.headers.get('content-disposition')).toMatch(said)
        expect(object.headers.get('content-type')).toBe('image/jpeg')
        expect(new Uint8Array(await object.arrayBuffer())).toEqual(new Uint8Array(jpeg('large')))
      }
      // Scripts get the file from the app too, since the page's policy does not allow them to connect to the bucket.
      const read = await admin.fetch(`${BASE}/api/attachments/${data.id}/file`, {
        headers: { 'Sec-Fetch-Dest': 'empty', Range: 'bytes=0-3' },
      })
      expect([read.status, (await read.arrayBuffer()).byteLength]).toEqual([206, 4])
      // Previews come from the app itself, so that devices can keep them.
      const preview = await admin.fetch(`${BASE}/api/attachments/${data.id}/preview`)
      expect(preview.status).toBe(200)
      expect(new Uint8Array(await preview.arrayBuffer())).toEqual(new Uint8Array(jpeg('s')))
      const { data: linked } = await admin.post(`/api/attachments/${data.id}/link`)
      expect(new Uint8Array(await (await fetch(linked.url)).arrayBuffer())).toEqual(new Uint8Array(jpeg('large')))
      const contact = await world.signIn('contact@plumbline.test')
      expect((await contact.get(`/api/attachments/${data.id}/file`)).status).toBe(404)
      expect(world.errors).toEqual([])

      bucket.faults.push(500, 500, 500, 500)
      expect((await upload(admin, at, { file: ['b.jpg', jpeg()] })).status).toBe(503)
      expect(String(world.errors)).toContain('The file store answered 500')
      expect((await admin.get(at)).data).toHaveLength(1)
      expect(bucket.objects.size - before).toBe(2)
      await world.close()
    },
  )
})
