import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFiles } from '#server/files/check.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { folderMailer } from '#server/mail/mailer.ts'
import { startBucket, type Bucket } from '../bucket.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createClient, createTestWorld, type Client } from '../harness.ts'
import { pdf, realWebp } from '../pictures.fixture.ts'

const files = '/api/company_settings/1/attachments'

// One engine keeps its files in a folder, the other in a bucket.
describe.each(enginesOfTier)('the company’s logo (rule company-logo), on $engine', ({ engine, openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let bucket: Bucket | undefined
  let admin: Client
  let visitor: Client
  beforeAll(async () => {
    if (engine === 'PostgreSQL') bucket = await startBucket()
    world = await createTestWorld({ database: await openSample(), ...(bucket && { files: s3Store(bucket.config) }) })
    admin = await world.signIn('admin@plumbline.test')
    visitor = createClient(world.app)
  })
  afterAll(async () => {
    await world.close()
    await bucket?.close()
  })
  const put = (client: Client, name: string, bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
    upload(client, files, { file: [name, bytes] })
  const urlNow = async (): Promise<string | null> => (await visitor.get('/api/app')).data.logo_url

  test('there is none at first: no address, no picture, and mails are text', async () => {
    expect(await urlNow()).toBeNull()
    expect((await visitor.get('/api/app/logo')).status).toBe(404)
    await admin.post('/api/users/2/invite')
    expect(world.mails.at(-1)).not.toHaveProperty('logo')
  })

  test('only PNG and JPEG of at most 1 MB are taken, and nothing is left of what was refused', async () => {
    const type = 'The logo must be a PNG or JPEG picture.'
    for (const [name, bytes, message] of [
      ['logo.webp', realWebp, type],
      ['logo.pdf', pdf(''), type],
      ['logo.jpg', jpeg('x'.repeat(1024 * 1024)), 'This file is larger than 1 MB.'],
    ] as const) {
      const { status, data } = await put(admin, name, bytes)
      expect([name, status, data.errors]).toEqual([name, 422, { file: [message] }])
    }
    expect(await urlNow()).toBeNull()
    expect((await admin.get(files)).data).toEqual([])
  })

  test('those who may not edit users cannot set, change or remove it', async () => {
    for (const name of ['manager', 'office', 'foreman', 'customer']) {
      const person = await world.signIn(`${name}@plumbline.test`)
      expect([name, (await put(person, 'mine.jpg', jpeg('mine'))).status]).toEqual([name, 403])
    }
    expect(await urlNow()).toBeNull()
  })

  test('it is public with an address that changes with it, and tells nothing else', async () => {
    expect((await put(admin, 'three-rivers.jpg', jpeg('one'))).status).toBe(201)
    const first = await urlNow()
    expect(first).toMatch(/^\/api\/app\/logo\?v=[0-9a-f]{16}$/)
    const answer = await visitor.fetch(`http://plumbline.test${first}`)
    expect(answer.status).toBe(200)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(jpeg('one')))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${first?.split('=')[1]}"`,
    })
    const again = await visitor.get('/api/app/logo', { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, no-cache'])
    // The files themselves stay for those who are signed in.
    expect((await visitor.get(files)).status).toBe(401)
    expect((await visitor.get('/api/attachments/1/file')).status).toBe(401)
  })

  test('pages outside of the app show it', async () => {
    const { data } = await visitor.get('/forgot-password')
    expect(data).toContain('<img src="/api/app/logo" alt="" />')
    expect((await visitor.get('/reset-password?token=none')).data).toContain('<img src="/api/app/logo" alt="" />')
  })

  test('another one replaces it', async () => {
    const first = await urlNow()
    await put(admin, 'new.jpg', jpeg('two'))
    const second = await urlNow()
    expect(second).not.toBe(first)
    expect((await admin.get(files)).data.map(({ name }: { name: string }) => name)).toEqual(['new.jpg'])
    const old = await visitor.fetch(`http://plumbline.test${first}`)
    // An address of before shows the one of now, which caches must not keep under it.
    expect(old.headers.get('cache-control')).toBe('public, no-cache')
    expect(new Uint8Array(await old.arrayBuffer())).toEqual(new Uint8Array(jpeg('two')))
  })

  test('mails carry it with them, below the company’s name for those who show no pictures', async () => {
    await admin.post('/api/users/2/invite')
    const mail = world.mails.at(-1)
    const logo = mail?.logo
    expect(logo).toMatchObject({ name: 'new.jpg', mime: 'image/jpeg', company: 'Three Rivers Electric' })
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-logo-'))
    try {
      const mailer = folderMailer(folder, 'Plumbline <plumbline@x.example>')
      if (!mail || !logo) throw new Error('No mail was sent.')
      await mailer.send({ to: mail.to, subject: 'A', text: 'See <b>this</b>:\nhttps://x.example/a?b=1&c=2.' }, { logo })
      const letter = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8').replaceAll('=\r\n', '')
      expect(letter).toMatch(/Content-Id: <logo@plumbline>/i)
      expect(letter).toContain('cid:logo@plumbline')
      expect(letter).toContain('&lt;b&gt;this&lt;/b&gt;')
      expect(letter).toContain('href=3D"https://x.example/a?b=3D1&amp;c=3D2"')
      expect(letter).not.toMatch(/src=3D"http/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('its file is one of those that records name, which backups and the check of files go by', async () => {
    const { catalog, database, incoming } = world.app.services
    const uploading = catalog.entities.filter((entity) => catalog.serving(entity).uploads)
    expect(await checkFiles(database, incoming.store, uploading)).toMatchObject({ missing: [] })
  })

  test('once it is removed there is none, for mails and for the public', async () => {
    const [logo] = (await admin.get(files)).data
    expect((await admin.delete(`${files}/${logo.id}`)).status).toBe(204)
    expect(await urlNow()).toBeNull()
    expect((await visitor.get('/api/app/logo')).status).toBe(404)
    const page = await visitor.get('/forgot-password')
    expect([page.status, page.data]).toEqual([200, expect.not.stringContaining('<img')])
  })
})
