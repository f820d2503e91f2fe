import { troubledJobs } from '#server/jobs/job-state.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import decode, { init } from '@jsquash/webp/decode.js'
import { encode } from 'fast-png'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createOwnTables } from '#server/db/own-tables.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { startBucket } from '../bucket.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'
import {
  endlessPdf,
  explodingPdf,
  pdf,
  pdfOf,
  realAvif,
  realGif,
  realJpeg,
  realWebp,
  turnedJpeg,
} from '../pictures.fixture.ts'
import { sampleSqlite } from '../sample.ts'
import { uploaded } from '../tus.ts'

type Person = Client & { user: CurrentUser }
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm')
  await init({ wasmBinary: readFileSync(wasm) })
})

/** Milliseconds that one file may take: far more than an honest one needs on a busy machine. */
const LONG = 20_000

describe.each(enginesOfTier)('previews on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Person
  let project: { id: number }
  beforeAll(async () => {
    world = await createTestWorld({
      database: await openSample(),
      previews: previewEngine({ patience: { guest: LONG, staff: LONG } }),
    })
    admin = await world.signIn('admin@plumbline.test')
  })
  beforeEach(async () => {
    world.errors.length = 0
    const number = `P-${crypto.randomUUID().slice(0, 8)}`
    project = (await admin.post('/api/projects', { customer_id: 1, name: 'Previewed', number })).data
  })
  afterAll(() => world.close())
  const at = () => `/api/projects/${project.id}/attachments`
  const put = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const upload_id = await uploaded(admin, { for: at(), name }, bytes)
    const { status, data } = await admin.post(at(), { upload_id })
    expect(status).toBe(201)
    return data
  }
  const preview = (client: Client, id: number, size = 320) =>
    client.fetch(`${BASE}/api/attachments/${id}/preview?size=${size}`)
  const look = async (id: number, size: 320 | 1600 = 320) => lookAt(await preview(admin, id, size))
  /** What is in the picture: red or blue at some places, by parts of its sides. */
  async function lookAt(answer: Response) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height, data } = await decode(await answer.arrayBuffer())
    const color = (across: number, down: number) => {
      const pixel = (Math.floor(down * height) * width + Math.floor(across * width)) * 4
      const [r = 0, g = 0, b = 0] = data.subarray(pixel, pixel + 3)
      return r > 200 && b > 200 && g > 200 ? 'white' : r > b ? 'red' : 'blue'
    }
    const [left, right, top, bottom] = [color(0.05, 0.5), color(0.95, 0.5), color(0.5, 0.05), color(0.5, 0.95)]
    return { size: [width, height], left, right, top, bottom }
  }
  const stateOf = async (id: number) => (await admin.get(`/api/attachments/${id}`)).data.preview_state

  test('the original is served until previews are rendered, which does not count as a change of the record', async () => {
    const { id, preview_state, updated_at } = await put('panel.jpg', realJpeg)
    expect(preview_state).toBe('waiting')
    const before = await preview(admin, id)
    expect(before.headers.get('content-type')).toBe('image/jpeg')
    expect(before.headers.get('cache-control')).toBe('private, no-cache')
    await world.app.jobs.drain()
    const { data } = await admin.get(`/api/attachments/${id}`)
    expect(data).toMatchObject({ preview_state: 'ready', updated_at })
    expect(await look(id)).toEqual({ size: [64, 32], left: 'red', right: 'blue', top: 'blue', bottom: 'blue' })
    const after = await preview(admin, id, 1600)
    expect(after.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    // It is no change of the record that anyone made.
    const { data: history } = await admin.get(`/api/attachments/${id}/history`)
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['created'])
  })

  test.each([
    [1, { size: [64, 32], left: 'red', right: 'blue' }],
    [2, { size: [64, 32], left: 'blue', right: 'red' }],
    [3, { size: [64, 32], left: 'blue', right: 'red' }],
    [4, { size: [64, 32], left: 'red', right: 'blue' }],
    [5, { size: [32, 64], top: 'red', bottom: 'blue' }],
    [6, { size: [32, 64], top: 'red', bottom: 'blue' }],
    [7, { size: [32, 64], top: 'blue', bottom: 'red' }],
    [8, { size: [32, 64], top: 'blue', bottom: 'red' }],
  ])('a photo with orientation %i is upright', async (orientation, expected) => {
    const { id } = await put('turned.jpg', turnedJpeg(orientation))
    await world.app.jobs.drain()
    expect(await look(id)).toMatchObject(expected)
  })

  test.runIf(!isBrief)('PNG and WebP pictures are scaled down on a white background, and never enlarged', async () => {
    const webp = await put('panel.webp', realWebp)
    const data = new Uint8Array(2000 * 1000 * 4)
    for (let pixel = 0; pixel < 2000 * 1000; pixel++)
      data.set(pixel % 2000 < 500 ? [208, 16, 16, 255] : [0, 0, 0, 0], pixel * 4)
    const png = await put('plan.png', new Uint8Array(encode({ width: 2000, height: 1000, data, channels: 4 })))
    await world.app.jobs.drain()
    expect(await look(webp.id)).toEqual({ size: [64, 32], left: 'red', right: 'blue', top: 'blue', bottom: 'blue' })
    expect(await look(png.id, 1600)).toMatchObject({ size: [1600, 800], left: 'red', right: 'white' })
    expect(await look(png.id)).toMatchObject({ size: [320, 160], left: 'red', right: 'white' })
  })

  test('the first page of a PDF is rendered at screen size, for users who may see the file', async () => {
    const { id, image } = await put('detail.pdf', pdf('1 0 0 rg 0 0 50 100 re f 0 0 1 rg 50 0 150 100 re f'))
    expect(image).toBe(false)
    // It is asked for again, and is no missing picture.
    expect((await preview(admin, id)).status).toBe(202)
    await world.app.jobs.drain()
    expect(await stateOf(id)).toBe('ready')
    const seen = { left: 'red', right: 'blue', top: 'blue', bottom: 'blue' }
    expect(await look(id)).toEqual({ size: [320, 160], ...seen })
    expect(await look(id, 1600)).toEqual({ size: [1600, 800], ...seen })
    const contact = await world.signIn('contact@plumbline.test')
    expect((await preview(contact, id)).status).toBe(404)
    expect((await preview(world.client(), id)).status).toBe(401)
  })

  test.runIf(!isBrief)('further pages of a PDF are rendered when they are first asked for, and kept', async () => {
    const { id } = await put('set.pdf', await pdfOf(['red', 'blue', 'red']))
    const page = (number: number | string, client: Client = admin) =>
      client.fetch(`${BASE}/api/attachments/${id}/preview?size=320&page=${number}`)
    // Before its pages were counted, no page but the first can be asked for.
    expect((await page(2)).status).toBe(404)
    await world.app.jobs.drain()
    expect((await admin.get(`/api/attachments/${id}`)).data).toMatchObject({ preview_state: 'ready', pages: 3 })
    const waiting = await page(2)
    expect([waiting.status, waiting.headers.get('retry-after'), waiting.headers.get('cache-control')]).toEqual([
      202,
      '1',
      'no-store',
    ])
    await world.app.jobs.drain()
    expect(await lookAt(await page(2))).toMatchObject({ size: [320, 160], left: 'blue', right: 'blue' })
    expect(await lookAt(await page(1))).toMatchObject({ size: [320, 160], left: 'red', right: 'red' })
    for (const none of [4, 0, -1, 'two']) expect((await page(none)).status).toBe(404)
    const contact = await world.signIn('contact@plumbline.test')
    expect((await page(3, contact)).status).toBe(404)
    const picture = await put('panel.jpg', realJpeg)
    expect((await admin.get(`/api/attachments/${picture.id}/preview?page=2`)).status).toBe(404)
    expect(world.errors).toEqual([])
  })

  test('of a PDF whose pages were not counted, a page that does not exist is looked for once', async () => {
    const { id } = await put('set.pdf', await pdfOf(['red']))
    await world.app.jobs.drain()
    const { kysely } = world.app.services.database
    await sql`update attachments set pages = null where id = ${id}`.execute(kysely)
    const second = () => admin.get(`/api/attachments/${id}/preview?page=2`)
    expect((await second()).status).toBe(202)
    await world.app.jobs.drain()
    const { status, data } = await second()
    expect([status, data.message]).toEqual([404, 'There is no preview of this page.'])
    expect((await admin.get(`/api/attachments/${id}`)).data.preview_state).toBe('ready')
    expect(String(world.errors)).toContain(`No preview of page 2 of attachment ${id}`)
  })

  test.runIf(!isBrief)('a GIF is shown as its first frame, and an AVIF scaled down', async () => {
    const still = await put('panel.gif', realGif())
    const avif = await put('panel.avif', await realAvif())
    await world.app.jobs.drain()
    expect(await look(still.id)).toMatchObject({ size: [64, 32], left: 'red', right: 'white' })
    expect(await look(avif.id)).toMatchObject({ size: [320, 160], left: 'red', right: 'blue' })
  })

  test.runIf(!isBrief)('previews of earlier versions of the app are kept by the upgrade', async () => {
    const { id } = await put('panel.jpg', realJpeg)
    await world.app.jobs.drain()
    const { database } = world.app.services
    const { kysely } = database
    const columns = sql`path, size, preview_path, width, height, bytes`
    await sql`create table old (path text not null, size integer not null, preview_path text not null, width integer not null, height integer not null, bytes bigint not null, primary key (path, size))`.execute(
      kysely,
    )
    await sql`insert into old (${columns}) select ${columns} from file_previews where page = 1`.execute(kysely)
    await sql`drop table file_previews`.execute(kysely)
    await sql`alter table old rename to file_previews`.execute(kysely)
    for (let start = 0; start < 2; start++) await createOwnTables(database)
    expect(await look(id)).toMatchObject({ size: [64, 32], left: 'red', right: 'blue' })
  })

  test.runIf(!isBrief)('a file that cannot be rendered is logged once, and can still be downloaded', async () => {
    const broken = await put('broken.pdf', new TextEncoder().encode('%PDF-1.4\nnothing of the kind'))
    const cut = await put('cut.jpg', realJpeg.slice(0, 700))
    await world.app.jobs.drain()
    expect(await stateOf(broken.id)).toBe('failed')
    expect(await troubledJobs(world.app.services.database.kysely)).toEqual([])
    expect(String(world.errors)).toContain(`No preview of attachment ${broken.id}: This PDF`)
    expect((await preview(admin, broken.id)).status).toBe(404)
    expect((await preview(admin, cut.id)).status).toBe(200)
    expect((await admin.fetch(`${BASE}/api/attachments/${broken.id}/file`)).status).toBe(200)
    const text = await upload(admin, at(), { file: ['log.txt', 'only text'] })
    expect(text.data.preview_state).toBeNull()
  })

  test.runIf(!isBrief)(
    'rendering a PDF is ended after the time limit, and neither other files nor mail wait for two hundred of them',
    async () => {
      const { id } = await put('endless.pdf', endlessPdf())
      await world.app.jobs.drain()
      expect(await stateOf(id)).toBe('failed')
      expect(String(world.errors)).toContain(`takes more than ${LONG / 1000} seconds`)
      const exploding = await put('exploding.pdf', explodingPdf())
      const after = await put('after.jpg', realJpeg)
      await world.app.jobs.drain()
      expect(await stateOf(exploding.id)).toBe('failed')
      expect(await stateOf(after.id)).toBe('ready')

      const { kysely } = world.app.services.database
      const now = world.clock.now().toISOString()
      const [row] = (await kysely.selectFrom('attachments').select('path').where('id', '=', id).execute()) as {
        path: string
      }[]
      const payload = { entity: 'attachment', id, path: row?.path, mime: 'application/pdf' }
      const many = Array.from({ length: 200 }, () => ({ kind: 'preview', lane: 'heavy' as const, payload }))
      await enqueue(kysely, now, many)
      const mail = { to: 'ada@example.com', subject: 'Injury', text: 'Someone was hurt.' }
      await enqueue(kysely, now, [{ kind: 'mail', lane: 'mail', payload: mail }])
      world.app.jobs.wake()
      await expect.poll(() => world.mails.map(({ subject }) => subject)).toContain('Injury')
      const { rows: left } = await sql`select id from jobs where kind = 'preview' and done_at is null`.execute(kysely)
      expect(left.length).toBeGreaterThan(150)
      await kysely.deleteFrom('jobs').where('kind', '=', 'preview').where('done_at', 'is', null).execute()
      await world.app.jobs.drain()
    },
  )
})

test.runIf(!isBrief)('jobs about a file are those of who sent it, and guests have less time', async () => {
  const previews = previewEngine({ patience: { guest: 1, staff: 60_000 } })
  const world = await createTestWorld({ database: await sampleSqlite(), previews })
  const admin = await world.signIn('admin@plumbline.test')
  const guest = await world.signIn('contact@plumbline.test')
  const { kysely } = world.app.services.database
  const { data } = await upload(admin, '/api/projects/1/attachments', { file: ['a.jpg', realJpeg] })
  await upload(admin, '/api/projects/1/drawings', { file: ['E1.pdf', await pdfOf(['red', 'blue'])] })
  await world.app.jobs.drain()
  const { rows } = await sql<{
    kind: string
    user_id: unknown
  }>`select distinct kind, user_id from jobs where kind in ('preview', 'drawing-read', 'drawing-page') order by kind`.execute(
    kysely,
  )
  expect(rows.map(({ kind, user_id }) => [kind, Number(user_id)])).toEqual(
    ['drawing-page', 'drawing-read', 'preview'].map((kind) => [kind, admin.user.id]),
  )
  const state = async () => (await admin.get(`/api/attachments/${data.id}`)).data.preview_state
  expect(await state()).toBe('ready')
  await sql`update jobs set user_id = ${guest.user.id}, done_at = null where kind = 'preview'`.execute(kysely)
  await world.app.jobs.drain()
  expect(await state()).toBe('failed')
  expect(String(world.errors)).toContain('This file takes more than 0.001 seconds to open.')
  await world.close()
})

test.runIf(!isBrief)('previews of files in a bucket are kept there, and served from the app', async () => {
  const bucket = await startBucket()
  const world = await createTestWorld({ files: s3Store(bucket.config), previews: previewEngine() })
  const admin = await world.signIn('admin@plumbline.test')
  const before = bucket.objects.size
  const { data } = await upload(admin, '/api/projects/1/attachments', { file: ['a.jpg', realJpeg] })
  await world.app.jobs.drain()
  expect(bucket.objects.size - before).toBe(3)
  const answer = await admin.fetch(`${BASE}/api/attachments/${data.id}/preview?size=1600`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(world.errors).toEqual([])
  await world.close()
  await bucket.close()
})
