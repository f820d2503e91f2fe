import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkFiles } from '#server/files/check.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { startBucket, type Bucket } from '../bucket.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { BASE, type Client } from '../harness.ts'
import { realJpeg } from '../pictures.fixture.ts'
import { createSmallWorld, firms, sites, type SmallWorld } from '../security/small-world.ts'
import { create, uploaded } from '../tus.ts'
import { papers, versionedModule } from '../versioned.fixture.ts'
import { isBrief } from '../tier.ts'

type Person = Awaited<ReturnType<SmallWorld['person']>>
interface Listed {
  id: number
  number: number
  name: string
  current: boolean
  restored_from: number | null
}

const GB = 1024 ** 3
const bytesOf = (text: string) => new TextEncoder().encode(text)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const stores = enginesOfTier.flatMap(({ engine, open }) =>
  ['folder', 'bucket'].map((store) => ({ engine, open, store })),
)

describe.each(stores)('versions of files on $engine, stored in a $store', ({ open, store }) => {
  let world: SmallWorld
  let bucket: Bucket | undefined
  let admin: Person
  let employee: Person
  let site: { id: number }
  beforeAll(async () => {
    bucket = store === 'bucket' ? await startBucket() : undefined
    const files = bucket && { files: s3Store(bucket.config) }
    const options = { ...files, previews: previewEngine() }
    world = await createSmallWorld(await open(), [versionedModule], options)
    admin = await world.person('admin')
    employee = await world.person('employee')
  })
  beforeEach(async () => {
    const firm = await world.plant(firms, { name: crypto.randomUUID() })
    site = await world.plant(sites, { name: crypto.randomUUID(), firm_id: firm.id })
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
    await bucket?.close()
  })

  const at = () => `/api/sites/${site.id}/papers`
  const added = async (name: string, text: string) => {
    const { status, data } = await upload(admin, at(), { file: [name, text] })
    expect(status).toBe(201)
    return data
  }
  const addVersion = (id: number, name: string, text: string | Uint8Array<ArrayBuffer>, client: Client = admin) =>
    upload(client, `/api/papers/${id}/upload_version`, { file: [name, text] })
  const versionsOf = async (id: number): Promise<Listed[]> => (await admin.get(`/api/papers/${id}/versions`)).data
  const textAt = async (path: string, client: Client = admin) => {
    const answer = await client.fetch(BASE + path, { redirect: 'manual' })
    const link = answer.headers.get('location')
    return link ? (await fetch(link)).text() : answer.text()
  }

  test('a new file becomes the current version, and the earlier ones stay as they were', async () => {
    const { id, version } = await added('plan.txt', 'first')
    expect(version).toBe(1)
    const { status, data } = await addVersion(id, 'plan of May.txt', 'second one')
    expect(status).toBe(200)
    // The record keeps its name; the version has the name of its own file.
    expect(data).toMatchObject({ id, version: 2, name: 'plan.txt', size: 10, sha256: sha256(bytesOf('second one')) })
    const listed = await versionsOf(id)
    expect(listed).toMatchObject([
      { number: 2, name: 'plan of May.txt', size: 10, mime: 'text/plain', current: true, user_id: admin.user.id },
      { number: 1, name: 'plan.txt', size: 5, sha256: sha256(bytesOf('first')), current: false, restored_from: null },
    ])
    expect(JSON.stringify([data, listed])).not.toContain('path')
    expect(await textAt(`/api/papers/${id}/file`)).toBe('second one')
    for (const [version, text] of [
      [listed[0], 'second one'],
      [listed[1], 'first'],
    ] as const) {
      expect(await textAt(`/api/papers/${id}/versions/${version?.id}/file`)).toBe(text)
      const { data: link } = await admin.post(`/api/papers/${id}/versions/${version?.id}/link`)
      expect(await (await (link.url.startsWith('/') ? admin.fetch(BASE + link.url) : fetch(link.url))).text()).toBe(
        text,
      )
    }
    const { data: history } = await admin.get(`/api/papers/${id}/history`)
    expect(history[0]).toMatchObject({ action: 'upload_version', changes: { version: { old: 1, new: 2 } } })
    expect(JSON.stringify(history)).not.toContain('path')
  })

  test('restoring adds a version with the same stored file, once however often it is sent', async () => {
    const { id } = await added('plan.txt', 'first')
    await addVersion(id, 'photo.jpg', realJpeg)
    const [current, first] = await versionsOf(id)
    expect((await admin.get(`/api/papers/${id}`)).data).toMatchObject({ name: 'photo.jpg', image: true })
    const restore = (version?: Listed) => admin.post(`/api/papers/${id}/restore_version`, { version_id: version?.id })
    const { status, data } = await restore(first)
    expect([status, data.version, data.name, data.mime, data.image]).toEqual([200, 3, 'plan.txt', 'text/plain', false])
    expect((await restore(first)).data.version).toBe(3)
    expect(await versionsOf(id)).toMatchObject([
      { number: 3, current: true, restored_from: 1 },
      { ...current, current: false },
      first ?? {},
    ])
    expect(await textAt(`/api/papers/${id}/file`)).toBe('first')
    const other = await added('other.txt', 'other')
    const [foreign] = await versionsOf(other.id)
    expect((await restore(foreign)).status).toBe(404)
    expect((await restore()).status).toBe(404)
    expect((await admin.get(`/api/papers/${id}/versions/${foreign?.id}/file`)).status).toBe(404)
  })

  test('a resumable upload becomes a version once, and of no other record', async () => {
    const { id } = await added('plan.txt', 'first')
    const place = `/api/papers/${id}/upload_version`
    const upload_id = await uploaded(admin, { for: place, name: 'large.txt' }, bytesOf('sent in pieces'))
    for (let time = 0; time < 2; time++) {
      const { status, data } = await admin.post(place, { upload_id })
      expect([status, data.version, data.size]).toEqual([200, 2, 14])
    }
    const other = await added('other.txt', 'other')
    expect((await admin.post(`/api/papers/${other.id}/upload_version`, { upload_id })).status).toBe(422)
    const { status, data } = await admin.post(place)
    expect([status, data.errors]).toEqual([422, { file: ['File is required'] }])
  })

  test('two people who add a version at the same time each add one', async () => {
    const { id } = await added('plan.txt', 'first')
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => addVersion(id, 'plan.txt', text)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await versionsOf(id)).map(({ number }) => number)).toEqual([4, 3, 2, 1])
  })

  test('versions follow the rights of their record', async () => {
    const { id } = await added('plan.txt', 'first')
    const [first] = await versionsOf(id)
    // Employees may see sites and their papers, and not edit them.
    expect((await employee.get(`/api/papers/${id}/versions`)).status).toBe(200)
    expect((await addVersion(id, 'plan.txt', 'mine', employee)).status).toBe(403)
    expect((await create(employee, { for: `/api/papers/${id}/upload_version`, size: 5 })).status).toBe(403)
    const restoring = await employee.post(`/api/papers/${id}/restore_version`, { version_id: first?.id })
    expect(restoring.status).toBe(403)
    const kept = await added('kept.txt', 'kept')
    const refused = await addVersion(kept.id, 'kept.txt', 'other')
    expect([refused.status, refused.data.message]).toEqual([403, 'This paper is kept.'])

    const firm = await world.plant(firms, { name: crypto.randomUUID() })
    const customer = await world.person('customer', { customer_id: firm.id, email: `${crypto.randomUUID()}@x.example` })
    for (const path of ['versions', `versions/${first?.id}/file`, `versions/${first?.id}/preview`])
      expect((await customer.get(`/api/papers/${id}/${path}`)).status).toBe(404)
    expect((await create(customer, { for: `/api/papers/${id}/upload_version`, size: 5 })).status).toBe(404)
    // What clients send as versions is ignored.
    const { data } = await admin.patch(`/api/papers/${id}`, { versions: [], version: 9, path: 'elsewhere' })
    expect([data.version, (await versionsOf(id)).length]).toEqual([1, 1])
  })

  test.runIf(!isBrief)('every version has its own preview', async () => {
    const { id } = await added('plan.txt', 'first')
    const { data } = await upload(admin, `/api/papers/${id}/upload_version`, { file: ['panel.jpg', realJpeg] })
    expect(data.preview_state).toBe('waiting')
    await world.app.jobs.drain()
    expect((await admin.get(`/api/papers/${id}`)).data.preview_state).toBe('ready')
    const [second, first] = await versionsOf(id)
    expect(second).toMatchObject({ preview_state: 'ready' })
    await admin.post(`/api/papers/${id}/restore_version`, { version_id: first?.id })
    const preview = await admin.fetch(`${BASE}/api/papers/${id}/versions/${second?.id}/preview?size=320`)
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await admin.get(`/api/papers/${id}/preview`)).status).toBe(404)
  })

  test('no stored file of a version counts as stray or missing', async () => {
    const { id } = await added('plan.txt', 'first')
    await addVersion(id, 'plan.txt', 'second')
    const { incoming, database } = world.app.services
    expect(await checkFiles(database, incoming.store, [papers])).toEqual({ missing: [], strays: [], names: [] })
  })

  test('an upload above the limit of its entity is refused when it begins', async () => {
    const { id } = await added('plan.txt', 'first')
    for (const place of [at(), `/api/papers/${id}/upload_version`]) {
      const { status, data } = await create(admin, { for: place, size: GB + 1 })
      expect([status, data.errors.file]).toEqual([422, ['This file is larger than 1 GB.']])
      expect((await create(admin, { for: place, size: GB })).status).toBe(201)
    }
  })
})
