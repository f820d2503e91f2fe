import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { create, head, idOf, patch, tus, uploaded } from '../tus.ts'
import { isBrief, someOf } from '../tier.ts'

type Person = Client & { user: CurrentUser }
const MB = 1024 * 1024

describe.each(enginesOfTier)('resumable uploads on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Person
  let foreman: Person
  let project: { id: number }
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    admin = await world.signIn('admin@plumbline.test')
    foreman = await world.signIn('foreman@plumbline.test')
  })
  beforeEach(async () => {
    const number = `U-${crypto.randomUUID().slice(0, 8)}`
    project = (await admin.post('/api/projects', { customer_id: 1, name: 'Uploaded', number })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    clock.pass({ days: 8 })
    await world.app.prune()
    await world.close()
  })
  const at = () => `/api/projects/${project.id}/attachments`
  const bytes = new Uint8Array(jpeg('Panel LP-2'))
  const begin = async (client: Client, size: number = bytes.byteLength) =>
    (await create(client, { for: at(), size })).headers.get('location') ?? ''
  const downloaded = async (client: Client, id: number) =>
    new Uint8Array(await (await client.fetch(`${BASE}/api/attachments/${id}/file`)).arrayBuffer())

  test('the address and the supported protocol extensions are announced', async () => {
    const { data } = await admin.get('/api/app')
    expect(data.uploads).toBe('/uploads')
    const { status, headers } = await tus(admin, 'OPTIONS', data.uploads)
    expect([status, headers.get('tus-version')]).toEqual([204, '1.0.0'])
    expect(headers.get('tus-extension')?.split(',')).toEqual(
      expect.arrayContaining(['creation', 'creation-with-upload', 'expiration', 'termination']),
    )
  })

  test('a file uploaded in several requests is complete, and repeated attach requests create one record', async () => {
    const location = await begin(foreman)
    expect(location).toMatch(/^\/uploads\/[\w-]+$/)
    expect((await patch(foreman, location, 0, bytes.slice(0, 20))).offset).toBe(20)
    expect((await head(foreman, location)).offset).toBe(20)
    // A wrong offset is refused, and HEAD returns the right one.
    expect((await patch(foreman, location, 0, bytes)).status).toBe(409)
    const early = await foreman.post(at(), { upload_id: idOf(location) })
    expect([early.status, early.data.errors]).toEqual([422, { upload_id: ['This upload is not complete yet.'] }])
    expect((await patch(foreman, location, 20, bytes.slice(20))).offset).toBe(bytes.byteLength)

    const body = { upload_id: idOf(location), caption: 'Door swing', size: 1, name: 'other.exe', user_id: 1 }
    const first = await foreman.post(at(), body)
    expect(first.status).toBe(201)
    expect(first.data).toMatchObject({
      name: 'panel.jpg',
      mime: 'image/jpeg',
      size: bytes.byteLength,
      image: true,
      caption: 'Door swing',
      user_id: foreman.user.id,
    })
    expect((await foreman.post(at(), body)).data).toEqual(first.data)
    const [one, two] = await Promise.all([foreman.post(at(), body), foreman.post(at(), body)])
    expect([one.data.id, two.data.id]).toEqual([first.data.id, first.data.id])
    expect((await admin.get(at())).data).toHaveLength(1)
    expect(await downloaded(admin, first.data.id)).toEqual(bytes)
  })

  test('simultaneous attach requests create one record', async () => {
    const upload_id = await uploaded(admin, { for: at() }, bytes)
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(at(), { upload_id })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await admin.get(at())).data).toHaveLength(1)
  })

  test('a second announcement with the same key continues the same upload', async () => {
    const announced = { for: at(), size: bytes.byteLength, key: 'mutation 7' }
    const first = (await create(admin, announced)).headers.get('location') ?? ''
    await patch(admin, first, 0, bytes.slice(0, 30))
    expect((await create(admin, announced)).headers.get('location')).toBe(first)
    expect((await head(admin, first)).offset).toBe(30)
    // Of other people, files and places it is another.
    for (const other of [
      await create(foreman, announced),
      await create(admin, { ...announced, name: 'other.jpg' }),
      await create(admin, { ...announced, size: announced.size + 1 }),
    ])
      expect([other.status, other.headers.get('location') === first]).toEqual([201, false])
    // Sent along with the announcement, bytes that are there already are not added twice.
    const again = await tus(
      admin,
      'POST',
      '/uploads',
      {
        'upload-length': String(bytes.byteLength),
        'upload-metadata': `filename ${btoa('panel.jpg')},for ${btoa(at())},key ${btoa('mutation 7')}`,
        'content-type': 'application/offset+octet-stream',
      },
      bytes,
    )
    expect([again.status, again.offset]).toEqual([201, bytes.byteLength])
    const { data } = await admin.post(at(), { upload_id: idOf(first) })
    expect(await downloaded(admin, data.id)).toEqual(bytes)
  })

  test('nobody else can find, write, remove or attach an upload', async () => {
    const location = await begin(foreman)
    await patch(foreman, location, 0, bytes)
    for (const method of ['HEAD', 'DELETE']) expect((await tus(admin, method, location)).status).toBe(404)
    expect((await patch(admin, location, 0, bytes)).status).toBe(404)
    const taken = await admin.post(at(), { upload_id: idOf(location) })
    expect([taken.status, taken.data.errors.upload_id]).toEqual([
      422,
      ['This upload is no longer there. Choose the file again.'],
    ])
    expect((await tus(world.client(), 'HEAD', location)).status).toBe(401)
    expect((await head(admin, '/uploads/..%2f..%2fetc%2fpasswd')).status).toBe(404)
    for (const upload_id of ['', 'x', 7, {}, ['a'], "' or 1=1"])
      expect((await admin.post(at(), { upload_id })).status).toBe(422)
    expect((await foreman.post(at(), { upload_id: idOf(location) })).status).toBe(201)
  })

  test('an upload can only be attached to the collection it was created for, which must accept files', async () => {
    const other = (await admin.post('/api/projects', { customer_id: 1, name: 'Other', number: `O-${project.id}` })).data
    const upload_id = await uploaded(admin, { for: at() }, bytes)
    expect((await admin.post(`/api/projects/${other.id}/attachments`, { upload_id })).status).toBe(422)
    for (const place of ['/api/projects/999999/attachments', '/api/attachments'])
      expect((await create(admin, { for: place, size: 5 })).status).toBe(404)
    for (const place of ['', '/api/projects', '/api/customers/1/attachments', `${at()}/zip`, 'https://elsewhere.test'])
      expect((await create(admin, { for: place, size: 5 })).status).toBe(422)
    await admin.post(`/api/projects/${project.id}/archive`)
    const refused = await admin.post(at(), { upload_id })
    expect([refused.status, refused.data.message]).toEqual([422, 'This project is archived.'])
  })

  test('permissions are checked when an upload is created and again when it is attached', async () => {
    const contact = await world.signIn('contact@plumbline.test')
    expect((await create(contact, { for: at(), size: 5 })).status).toBe(404)
    const team = [{ user_id: contact.user.id }]
    await admin.patch(`/api/projects/${project.id}`, { project_users: team })
    // The contact can see the project now, but may not add anything to it.
    expect((await create(contact, { for: at(), size: 5 })).status).toBe(403)

    const employee = await world.signIn('employee@plumbline.test')
    const upload_id = await uploaded(employee, { for: at() }, bytes)
    await admin.delete(`/api/projects/${project.id}`)
    expect((await employee.post(at(), { upload_id })).status).toBe(404)
  })

  test('files are refused for the same reasons and with the same messages as in forms', async () => {
    const refused = async (name: string, content: Uint8Array<ArrayBuffer>) => {
      const upload_id = await uploaded(admin, { for: at(), name }, content)
      const { status, data } = await admin.post(at(), { upload_id })
      // It is gone at once, and takes no room.
      expect((await head(admin, `/uploads/${upload_id}`)).status).toBe(404)
      return [status, data.errors.file]
    }
    const text = (words: string) => new TextEncoder().encode(words)
    expect(await refused('site.jpg', text('<!doctype html><script>alert(1)</script>'))).toEqual([
      422,
      ['This file type is not allowed.'],
    ])
    expect(await refused('roof.jpg', new Uint8Array(jpeg('', [12_000, 9000])))).toEqual([
      422,
      ['This picture has more than 100 megapixels.'],
    ])
    for (const [size, words] of [
      [100 * MB + 1, 'This file is larger than 100 MB.'],
      [0, 'This file is empty.'],
    ] as const) {
      const { status, data } = await create(admin, { for: at(), size })
      expect([status, data.errors.file]).toEqual([422, [words]])
    }
    expect((await create(admin, { for: at(), size: 100 * MB })).status).toBe(201)
    const longer = await begin(admin, 10)
    expect((await patch(admin, longer, 0, bytes)).status).toBe(413)
  })

  test('an extension that is not offered is refused as such', async () => {
    const metadata = { 'upload-metadata': `for ${btoa(at())}` }
    const ask = async (headers: Record<string, string>) => {
      const { status, data } = await tus(admin, 'POST', '/uploads', { ...metadata, ...headers })
      return [status, data.message]
    }
    const words = (name: string) => `${name} is not taken here: an upload is one file of known length.`
    expect(await ask({ 'upload-defer-length': '1' })).toEqual([400, words('Upload-Defer-Length')])
    expect(await ask({ 'upload-length': '5', 'upload-concat': 'partial' })).toEqual([400, words('Upload-Concat')])
    expect(await ask({ 'upload-concat': 'final;/uploads/a /uploads/b' })).toEqual([400, words('Upload-Concat')])
  })

  test('whatever headers come, nothing is answered as a fault of the server', async () => {
    const location = await begin(admin)
    const values: Record<string, readonly string[]> = {
      'tus-resumable': ['1.0.0', '0.2.2', ''],
      'upload-length': ['5', '-1', '1e9', '0x5', '9'.repeat(40), '', 'five'],
      'upload-offset': ['0', '-1', '1.5', '9'.repeat(40), '', 'zero'],
      'upload-metadata': ['', ',', 'for', 'for !!!', 'for /w==', `for ${btoa(at())},filename ${'A'.repeat(4000)}`],
      'content-type': ['application/offset+octet-stream', 'text/plain', ''],
      'upload-defer-length': ['1', '2', ''],
      'upload-concat': ['partial', 'final;', 'other', ''],
      'upload-checksum': ['sha1 x', ''],
      'x-http-method-override': ['PATCH', 'DELETE', 'NONE'],
    }
    const headers = Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value] as const))
    const asked = ['POST', 'PATCH', 'HEAD', 'OPTIONS', 'GET', 'PUT'].flatMap((method) =>
      ['/uploads', '/uploads/', location, `${location}/more`, '/uploads/%00', '/uploads/%ff'].flatMap((path) =>
        headers.map((header) => [method, path, ...header] as const),
      ),
    )
    for (const [method, path, name, value] of someOf(asked)) {
      const { status } = await tus(admin, method, path, { [name]: value }, method === 'PATCH' ? bytes : undefined)
      expect([method, path, name, value, status < 500]).toEqual([method, path, name, value, true])
    }
  })

  test('a person may have at most 5 GB of unfinished uploads', async () => {
    const office = await world.signIn('office@plumbline.test')
    const first = await create(office, { for: at(), size: 100 * MB })
    for (let count = 1; count < 51; count++)
      expect((await create(office, { for: at(), size: 100 * MB })).status).toBe(201)
    expect((await create(office, { for: at(), size: 20 * MB })).status).toBe(201)
    const full = await create(office, { for: at(), size: 1 })
    expect([full.status, full.data.message]).toEqual([
      422,
      'More than 5 GB of your uploads are unfinished. Finish or remove some of them first.',
    ])
    expect((await tus(office, 'DELETE', first.headers.get('location') ?? '')).status).toBe(204)
    expect((await create(office, { for: at(), size: 1 })).status).toBe(201)
  })

  test('an unfinished upload expires after seven days, and its file is removed', async () => {
    const location = await begin(admin)
    await patch(admin, location, 0, bytes.slice(0, 10))
    const done = await uploaded(admin, { for: at(), name: 'done.jpg' }, bytes)
    const { data } = await admin.post(at(), { upload_id: done })
    clock.pass({ days: 7, minutes: -1 })
    admin = await world.signIn('admin@plumbline.test')
    await world.app.prune()
    expect((await head(admin, location)).offset).toBe(10)
    clock.pass({ minutes: 2 })
    await world.app.prune()
    expect((await head(admin, location)).status).toBe(404)
    expect(await downloaded(admin, data.id)).toEqual(bytes)
    foreman = await world.signIn('foreman@plumbline.test')
  })

  test('after a crash, complete files are finished and interrupted removals are completed', async () => {
    const { kysely } = world.app.services.database
    const interrupted = await begin(admin)
    await patch(admin, interrupted, 0, bytes)
    await sql`update uploads set finished_at = null where id = ${idOf(interrupted)}`.execute(kysely)
    const removing = await begin(admin)
    await sql`update uploads set removed_at = created_at where id = ${idOf(removing)}`.execute(kysely)
    // Attaching does not wait for the next sweep.
    const { data } = await admin.post(at(), { upload_id: idOf(interrupted) })
    expect(await downloaded(admin, data.id)).toEqual(bytes)
    expect((await head(admin, removing)).status).toBe(404)
    await world.app.prune()
    expect(await rows(removing)).toEqual([])
    expect((await rows(interrupted))[0]).toMatchObject({ finished_at: expect.any(String) })
  })

  test.runIf(!isBrief)(
    'of two requests that write at the same time, the second takes over, and the file is complete',
    async () => {
      const large = new Uint8Array(3 * MB).map((_, index) => index % 251)
      large.set(bytes)
      const location = await begin(admin, large.byteLength)
      let send = (_: Uint8Array | null) => {}
      const stuck = new ReadableStream<Uint8Array>({
        start(controller) {
          send = (chunk) => (chunk ? controller.enqueue(chunk) : controller.close())
        },
      })
      // The first connection hangs after a megabyte; the next request gets the lock and what was written.
      const first = patch(admin, location, 0, stuck)
      send(large.slice(0, MB))
      await expect.poll(async () => (await rows(location))[0]?.locked_by).toBeTruthy()
      const { offset } = await head(admin, location)
      expect(offset).toBe(MB)
      expect((await patch(admin, location, offset, large.slice(offset))).offset).toBe(large.byteLength)
      send(null)
      await first
      const { data } = await admin.post(at(), { upload_id: idOf(location) })
      expect(await downloaded(admin, data.id)).toEqual(large)
    },
  )
  const rows = async (location: string) =>
    (
      await sql<{ locked_by: string | null }>`select * from uploads where id = ${idOf(location)}`.execute(
        world.app.services.database.kysely,
      )
    ).rows

  test('what arrived before the connection broke is kept', async () => {
    const large = new Uint8Array(2 * MB).fill(7)
    const location = await begin(admin, large.byteLength)
    let sent = 0
    const breaking = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent === MB) return controller.error(new Error('The line broke.'))
        controller.enqueue(large.slice(sent, (sent += MB / 16)))
      },
    })
    await patch(admin, location, 0, breaking).catch(() => {})
    const { offset } = await head(admin, location)
    // All but what was on its way through the process.
    expect(offset).toBeGreaterThan(MB / 2)
    expect(offset).toBeLessThanOrEqual(MB)
    expect((await patch(admin, location, offset, large.slice(offset))).offset).toBe(2 * MB)
  })
})
