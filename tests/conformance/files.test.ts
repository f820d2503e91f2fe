import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileStore } from '#server/files/file-store.ts'
import { clearComing, folderStore } from '#server/files/folder-store.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { startBucket, type Bucket } from '../bucket.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld } from '../harness.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = (...words: string[]) => words.map((word) => new TextEncoder().encode(word))
async function put(store: FileStore, ...chunks: Uint8Array[]): Promise<string> {
  const file = await store.create()
  for (const chunk of chunks) await file.write(chunk)
  await file.keep('image/jpeg')
  return file.path
}
async function get(store: FileStore, path: string): Promise<string | null> {
  const body = await store.read(path)
  return body && new Response(body).text()
}

describe('files in a folder', () => {
  test('a file appears only when it is complete, with the content that was written', async () => {
    const store = folderStore(folder)
    const file = await store.create()
    for (const chunk of bytes('Panel ', 'LP-2')) await file.write(chunk)
    expect(await get(store, file.path)).toBeNull()
    expect(await readdir(folder)).toEqual(['coming'])
    await file.keep('image/jpeg')
    expect(await get(store, file.path)).toBe('Panel LP-2')
    expect(await readdir(join(folder, 'coming'))).toEqual([])
    await store.remove(file.path)
    expect(await get(store, file.path)).toBeNull()
  })

  test('a discarded file leaves nothing, before and after it was stored', async () => {
    const store = folderStore(folder)
    const before = await store.create()
    await before.write(jpegBytes)
    await before.drop()
    const after = await store.create()
    await after.keep('image/jpeg')
    await after.drop()
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })

  test('a crash leaves only partial files, which the next start removes', async () => {
    const store = folderStore(folder)
    const kept = await put(store, jpegBytes)
    // An upload that never finishes.
    const half = await store.create()
    await half.write(jpegBytes)
    const [name = ''] = await readdir(join(folder, 'coming'))
    const { mtimeMs } = await stat(join(folder, 'coming', name))
    // It may belong to another process that is still writing.
    await clearComing(folder, mtimeMs + 60_000)
    expect(await readdir(join(folder, 'coming'))).toHaveLength(1)
    await clearComing(folder, mtimeMs + 2 * 3_600_000)
    expect(await readdir(join(folder, 'coming'))).toEqual([])
    expect(await store.read(half.path)).toBeNull()
    expect(await store.read(kept)).not.toBeNull()
    await half.drop()
    await expect(clearComing(join(folder, 'not there yet'))).resolves.toBeUndefined()
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
    store = s3Store(bucket.config, folder)
  })
  afterEach(() => bucket.close())
  const as = { name: 'Größe "1" (a+b).jpg', mime: 'image/jpeg', inline: true }
  const linkTo = (path: string) => store.linkTo?.(path, as) ?? ''

  test('objects are stored with their type, read and removed; nothing remains on the local disk', async () => {
    const large = Array.from({ length: 40 }, (_, at) => new Uint8Array(128 * 1024).fill(at))
    const path = await put(store, ...large)
    const [object] = bucket.objects.values()
    expect(object?.type).toBe('image/jpeg')
    expect(object?.bytes.equals(Buffer.concat(large))).toBe(true)
    expect(await get(store, path)).toHaveLength(5 * 1024 * 1024)
    expect(await readdir(folder)).toEqual([])
    await store.remove(path)
    await store.remove(path)
    expect(await get(store, path)).toBeNull()
    expect(bucket.objects.size).toBe(0)
    expect(bucket.asked).toEqual(['PUT 200', 'GET 200', 'DELETE 204', 'DELETE 204', 'GET 404'])
  })

  test('a link works for anyone, fixes the response headers, and cannot be changed to another object', async () => {
    const [mine, other] = [await put(store, jpegBytes), await put(store, ...bytes('another'))]
    const link = await linkTo(mine)
    const answer = await fetch(link)
    expect(answer.status).toBe(200)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(jpegBytes)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="Gr__e _1_ (a+b).jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%20%28a%2Bb%29.jpg`,
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

  test('a wrong secret is reported at once with the store’s message', async () => {
    const wrong = s3Store({ ...bucket.config, secretKey: 'guessed' }, folder)
    await expect(put(wrong, jpegBytes)).rejects.toThrow(/The file store answered 403: .*SignatureDoesNotMatch/)
    expect(bucket.asked).toEqual(['PUT 403'])
    expect(bucket.objects.size).toBe(0)
  })

  test('a request is retried with the whole file if the store is busy, slow or closes the connection', async () => {
    bucket.troubles.push(500, 'cut', 503)
    const path = await put(store, jpegBytes)
    expect(bucket.asked).toEqual(['PUT 500', 'PUT cut', 'PUT 503', 'PUT 200'])
    bucket.troubles.push('slow', 500)
    expect(await get(store, path)).toBe(new TextDecoder().decode(jpegBytes))
    await store.remove(path)
    expect(bucket.asked.slice(4)).toEqual(['GET 200', 'DELETE 500', 'DELETE 204'])
  })

  test('redirects of the store are not followed', async () => {
    bucket.troubles.push(307)
    await expect(put(store, jpegBytes)).rejects.toThrow('The file store answered 307')
    expect(bucket.asked).toEqual(['PUT 307'])
  })

  test('after too many failures the upload fails, and its data is removed locally and in the store', async () => {
    bucket.troubles.push(500, 500, 500, 500)
    const file = await store.create()
    await file.write(jpegBytes)
    await expect(file.keep('image/jpeg')).rejects.toThrow('The file store answered 500')
    await file.drop()
    expect(bucket.asked.at(-1)).toBe('DELETE 204')
    expect(await readdir(folder)).toEqual([])
  })

  test('the app stores files in the bucket and redirects authorized users to links', async () => {
    const world = await createTestWorld({ files: store })
    const admin = await world.signIn('admin@plumbline.test')
    const number = `S3-${crypto.randomUUID().slice(0, 8)}`
    const { data: project } = await admin.post('/api/projects', { customer_id: 1, name: 'Kept afar', number })
    const at = `/api/projects/${project.id}/attachments`
    const refused = await upload(admin, at, { file: ['site.jpg', '<!doctype html><script>alert(1)</script>'] })
    expect([refused.status, bucket.asked]).toEqual([422, []])

    const { status, data } = await upload(admin, at, { file: ['a.jpg', jpeg('large')], preview: ['p.jpg', jpeg('s')] })
    expect([status, bucket.objects.size]).toEqual([201, 2])
    for (const [path, content, said] of [
      ['file', 'large', /^inline; filename="a.jpg"/],
      ['preview', 's', /^inline;/],
      ['file?download', 'large', /^attachment; filename="a.jpg"/],
    ] as const) {
      const answer = await admin.fetch(`${BASE}/api/attachments/${data.id}/${path}`, { redirect: 'manual' })
      const link = answer.headers.get('location') ?? ''
      expect([answer.status, await answer.text()]).toEqual([302, ''])
      expect(link.startsWith(`${bucket.config.bucket}/`)).toBe(true)
      const object = await fetch(link)
      expect(object.headers.get('content-disposition')).toMatch(said)
      expect(new Uint8Array(await object.arrayBuffer())).toEqual(new Uint8Array(jpeg(content)))
    }
    const contact = await world.signIn('contact@plumbline.test')
    expect((await contact.get(`/api/attachments/${data.id}/file`)).status).toBe(404)
    expect(world.errors).toEqual([])

    bucket.troubles.push(500, 500, 500, 500)
    expect((await upload(admin, at, { file: ['b.jpg', jpeg()] })).status).toBe(500)
    expect(String(world.errors)).toContain('The file store answered 500')
    expect((await admin.get(at)).data).toHaveLength(1)
    expect(bucket.objects.size).toBe(2)
    await world.close()
  })
})
