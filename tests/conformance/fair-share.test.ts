import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createArchives } from '#server/files/archives.ts'
import { nothingSaved } from '#server/files/file-store.ts'
import type { Database } from '#server/db/database.ts'
import { createOwnTables } from '#server/db/own-tables.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { memoryStore } from '#server/files/memory-store.ts'
import { isOverloaded } from '#server/http/body.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { eventually } from '../eventually.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { create } from '../tus.ts'

const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

describe.each(enginesOfTier)('a fair share for each person on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let database: Database
  const clock = createTestClock()
  const people = new Map<string, Client>()
  const as = (name: string) => people.get(name) as Client
  beforeAll(async () => {
    database = await openSample(clock)
    world = await createTestWorld({ database })
    for (const name of ['admin', 'manager', 'foreman', 'contact'])
      people.set(name, await world.signIn(`${name}@plumbline.test`))
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('guests send 500 records a minute, in one request or many; what follows waits, and staff are not limited', async () => {
    const [rfi] = (await as('contact').get('/api/rfis')).data
    const path = `/api/rfis/${rfi.id}/messages/store_many`
    const messages = (count: number) => ({
      data: Array.from({ length: count }, (_, at) => ({ content: `Line ${at}` })),
    })
    expect((await as('contact').post(path, messages(450))).status).toBe(200)
    const over = await as('contact').post(path, messages(51))
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
    // What was refused has taken nothing.
    expect((await as('contact').post(path, messages(50))).status).toBe(200)
    expect((await as('contact').post(path, messages(1))).status).toBe(429)
    clock.pass({ seconds: 61 })
    expect((await as('contact').post(path, messages(1))).status).toBe(200)
    // Trying is as much work as saving.
    expect((await as('contact').post(`${path}?dry_run=1`, messages(499))).status).toBe(200)
    expect((await as('contact').post(`${path}?dry_run=1`, messages(1))).status).toBe(429)
    for (let times = 0; times < 2; times++) expect((await as('foreman').post(path, messages(251))).status).toBe(200)
  })

  test('one request holds 50 records of a guest and 500 of staff; more of a guest, as of earlier versions, are taken', async () => {
    expect((await as('contact').get('/api/app')).data.store_many).toEqual({ guests: 50, staff: 500 })
    clock.pass({ seconds: 61 })
    const [rfi] = (await as('contact').get('/api/rfis')).data
    const path = `/api/rfis/${rfi.id}/messages/store_many`
    const data = Array.from({ length: 200 }, (_, at) => ({ content: `Waited ${at}` }))
    // All of each, whichever comes first.
    const answers = await Promise.all(
      [0, 1].map((at) => as('contact').post(path, { data }, { 'idempotency-key': `waited ${at}` })),
    )
    expect(answers.map(({ status, data: saved }) => [status, saved.length])).toEqual([
      [200, 200],
      [200, 200],
    ])
    const { status, data: said } = await as('foreman').post(path, {
      data: Array.from({ length: 501 }, () => ({ content: 'x' })),
    })
    expect([status, said.errors]).toEqual([422, { data: ['At most 500 records can be saved at once.'] }])
  })

  test('a person mails ten times an hour, over all lists', async () => {
    const number = `M-${crypto.randomUUID().slice(0, 8)}`
    const project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Mailed', number })).data
    await as('manager').post(`/api/projects/${project.id}/daily_log_recipients`, { email: 'owner@school.example' })
    const send = (name: string) => {
      const parts = { file: ['log.pdf', pdf] as const, from: clock.day(), to: clock.day() }
      return upload(as(name), `/api/projects/${project.id}/daily_log_mailings`, parts)
    }
    for (let times = 0; times < 10; times++) expect((await send('manager')).status).toBe(201)
    const over = await send('manager')
    expect([over.status, over.data.message]).toEqual([
      429,
      'You have mailed 10 times in this hour. You can mail again in 60 minutes.',
    ])
    expect((await send('admin')).status).toBe(201)
    clock.pass({ seconds: 3601 })
    expect((await send('manager')).status).toBe(201)
  })

  test('a person has 100 unfinished uploads at most', async () => {
    const at = '/api/projects/1/attachments'
    for (let count = 0; count < 100; count++)
      expect((await create(as('foreman'), { for: at, size: 9 })).status, String(count)).toBe(201)
    const over = await create(as('foreman'), { for: at, size: 9 })
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await create(as('manager'), { for: at, size: 9 })).status).toBe(201)
  })

  test('requests keep the server busy for 30 seconds of five minutes for a guest, over all processes, and others go on', async () => {
    const { kysely } = database
    const row = `guest time ${(await as('contact').get('/api/user')).data.id}`
    const used = async () =>
      Number((await kysely.selectFrom('throttles').select('tries').where('name', '=', row).executeTakeFirst())?.tries)
    const spend = async () => {
      await as('contact').get('/api/rfis')
      await world.app.settleTime()
    }
    await eventually(async () => {
      await spend()
      expect(await used()).toBeGreaterThanOrEqual(100)
    })
    // What another process has counted.
    await kysely.updateTable('throttles').set({ tries: 29_950 }).where('name', '=', row).execute()
    await eventually(async () => {
      await spend()
      expect(await used()).toBeGreaterThan(30_000)
    })
    const over = await as('contact').get('/api/user')
    expect([over.status, over.headers.get('retry-after'), over.data.message]).toEqual([
      429,
      '300',
      'Your requests have kept the server busy for 30 of 300 seconds, which others need too. Please try again in 300 seconds.',
    ])
    expect((await as('contact').post('/api/rfis/1/messages', { content: 'x' })).status).toBe(429)
    for (const name of ['admin', 'foreman']) expect((await as(name).get('/api/rfis')).status).toBe(200)
    clock.pass({ seconds: 301 })
    await spend()
    expect((await as('contact').get('/api/user')).status).toBe(200)
  })

  test('a body with more keys or levels than any request has is refused before it is parsed', async () => {
    const keys = Object.fromEntries(Array.from({ length: 30_001 }, (_, at) => [`k${at}`, 1]))
    expect((await as('contact').post('/api/messages', keys)).status).toBe(413)
    expect((await as('admin').post('/api/customers', { name: 'Deep', notes: '[{'.repeat(50_000) })).status).not.toBe(
      413,
    )
  })
})

test('keys and levels are counted as a parser would, not in texts', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`
  expect([isOverloaded(nested(10)), isOverloaded(nested(11))]).toEqual([false, true])
  expect(isOverloaded(JSON.stringify({ text: ':{['.repeat(40_000), quoted: '\\"{'.repeat(30_000) }))).toBe(false)
  expect(isOverloaded(JSON.stringify(Array.from({ length: 15_000 }, () => ({ a: 1, b: [2] }))))).toBe(false)
  expect(isOverloaded(JSON.stringify(Array.from({ length: 15_001 }, () => ({ a: 1, b: [2] }))))).toBe(true)
})

describe('archives', () => {
  const person = (id: number, part: Partial<CurrentUser> = {}) =>
    ({ id, customer_id: null, contact_type_id: null, ...part }) as CurrentUser
  const guestOf = (id: number) => person(id, { customer_id: 1 })
  async function openArchives() {
    const database = openSqlite(':memory:')
    onTestFinished(() => database.close())
    await createOwnTables(database)
    const clock = createTestClock()
    const store = memoryStore()
    const path = store.newPath()
    const file = await store.open(path, nothingSaved)
    await file.write(new Uint8Array(200_000))
    await store.finish(path, file.saved)
    const archives = createArchives({ store, crc32, database, now: clock.now, log: () => {} })
    const files = [{ path, name: 'a.bin', size: 200_000, modified: clock.now().toISOString() }]
    const open = async (user: CurrentUser) => (await archives.pack(files).open(user)).getReader()
    return { open, clock }
  }

  test('however many guests download, staff find a place', async () => {
    const { open } = await openArchives()
    for (const id of [1, 2, 3, 4]) await open(guestOf(id))
    await expect(open(guestOf(5))).rejects.toThrow('Too many archives are being downloaded.')
    for (const id of [6, 7, 8, 9]) await open(person(id))
    await expect(open(person(10))).rejects.toThrow('Too many archives are being downloaded.')
  })

  test('the places of a process that died are free after a while, those of archives that are read are not', async () => {
    const { open, clock } = await openArchives()
    const [, read] = [await open(person(1)), await open(person(1))]
    clock.pass({ seconds: 60 })
    await read.read()
    clock.pass({ seconds: 31 })
    await read.read()
    await open(person(1))
    await expect(open(person(1))).rejects.toThrow('Too many archives')
  })

  test('one that nobody reads for a minute is ended, and its place is free', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { open } = await openArchives()
      const [first, second] = [await open(person(1)), await open(person(1))]
      await first.read()
      await second.read()
      await expect(open(person(1))).rejects.toThrow('Too many archives')
      await vi.advanceTimersByTimeAsync(59_000)
      // Whoever reads slowly goes on.
      await second.read()
      await vi.advanceTimersByTimeAsync(2_000)
      await expect(first.read()).rejects.toThrow('An archive was not read for 60 seconds.')
      await (await open(person(1))).read()
      while (!(await second.read()).done);
    } finally {
      vi.useRealTimers()
    }
  })
})
