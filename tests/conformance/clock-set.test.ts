import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { create, head, patch } from '../tus.ts'

const spans = [
  { by: 'an hour', span: { hours: 1 }, back: { hours: -1 } },
  { by: 'a day', span: { days: 1 }, back: { days: -1 } },
]
const cases = enginesOfTier.flatMap((engine) => spans.map((one) => ({ ...engine, ...one })))

describe.each(cases)('a clock that was $by ahead and is set right, on $engine', ({ openSample, span, back }) => {
  const clock = createTestClock()
  const opened = (async () => {
    const database = await openSample(clock)
    const world = await createTestWorld({ database })
    const { kysely } = database
    return {
      world,
      kysely,
      admin: await world.signIn('admin@plumbline.test'),
      contact: await world.signIn('contact@plumbline.test'),
    }
  })()
  afterAll(async () => (await opened).world.close())

  /** Does something while the clock is ahead. */
  async function ahead<T>(task: () => Promise<T>): Promise<T> {
    clock.pass(span)
    const result = await task()
    clock.pass(back)
    return result
  }

  test('nobody waits longer than they would have: budgets and wrong passwords', async () => {
    const { world, contact } = await opened
    const [rfi] = (await contact.get('/api/rfis')).data
    const data = Array.from({ length: 50 }, (_, at) => ({ content: `Line ${at}` }))
    const send = async () => (await contact.post(`/api/rfis/${rfi.id}/messages/store_many`, { data })).status
    const wrong = () => world.client().signIn('foreman@plumbline.test', 'guessed')
    await ahead(async () => {
      for (let times = 0; times < 10; times++) expect(await send()).toBe(200)
      expect(await send()).toBe(429)
      for (let times = 0; times < 5; times++) expect((await wrong()).status).toBe(422)
      expect((await wrong()).status).toBe(429)
    })
    clock.pass({ seconds: 61 })
    expect(await send()).toBe(200)
    expect((await world.client().signIn('foreman@plumbline.test')).status).toBe(204)
  })

  test('what a process that ended held is taken over', async () => {
    const { world, kysely, admin } = await opened
    // The messages above lead to many mails, which are not what is asked here.
    await sql`delete from jobs`.execute(kysely)
    const at = '/api/projects/1/attachments'
    const bytes = new Uint8Array(jpeg('Held'))
    const path = await ahead(async () => {
      const { headers } = await create(admin, { for: at, size: bytes.byteLength })
      const until = new Date(clock.now().getTime() + 10_000).toISOString()
      await sql`update uploads set locked_by = 'a process that ended', locked_until = ${until} where record_id is null`.execute(
        kysely,
      )
      const later = new Date(clock.now().getTime() + 30_000).toISOString()
      const moment = clock.now().toISOString()
      await sql`insert into jobs (kind, lane, payload, run_at, attempts, created_at, started_at, locked_until)
        values ('mail', 'mail', ${JSON.stringify({ to: 'ada@example.com', subject: 'Held', text: 'x' })}, ${moment}, 1, ${moment}, ${moment}, ${later})`.execute(
        kysely,
      )
      return headers.get('location') ?? ''
    })
    clock.pass({ seconds: 31 })
    expect((await head(admin, path)).status).toBe(200)
    expect((await patch(admin, path, 0, bytes)).status).toBe(204)
    await world.app.jobs.drain()
    expect(world.mails.map(({ subject }) => subject)).toContain('Held')
  })

  test('what was to be done at once is done, and what failed is tried again', async () => {
    const { world, kysely } = await opened
    await ahead(async () => {
      const moment = clock.now().toISOString()
      const pause = new Date(clock.now().getTime() + 60_000).toISOString()
      for (const [subject, at, attempts] of [
        ['New', moment, 0],
        ['Again', pause, 1],
      ])
        await sql`insert into jobs (kind, lane, payload, run_at, attempts, created_at, started_at)
          values ('mail', 'mail', ${JSON.stringify({ to: 'ada@example.com', subject, text: 'x' })}, ${at}, ${attempts}, ${moment}, ${attempts ? moment : null})`.execute(
          kysely,
        )
    })
    clock.pass({ seconds: 61 })
    await world.app.jobs.drain()
    expect(world.mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['New', 'Again']))
  })

  test('a later change is later, and devices that ask what changed hear of it', async () => {
    const { admin } = await opened
    const { data: before } = await ahead(() => admin.patch('/api/customers/1', { phone_number: '509-555-0101' }))
    const { as_of } = await ahead(async () => (await admin.get('/api/customers?since=1970-01-01T00:00:00Z')).data)
    const { data: after } = await admin.patch('/api/customers/1', { phone_number: '509-555-0102' })
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
    const { data: made } = await admin.post('/api/customers', { name: 'Made since' })
    const { data } = await admin.get(`/api/customers?since=${as_of}`)
    const heard = new Map(data.data.map((one: { id: number }) => [one.id, one]))
    expect(heard.get(1)).toEqual(after)
    expect(heard.get(made.id)).toMatchObject({ name: 'Made since' })
  })

  test('whoever is signed in stays so, while it is ahead and after', async () => {
    const { admin } = await opened
    expect(await ahead(async () => (await admin.get('/api/user')).status)).toBe(200)
    expect((await admin.get('/api/user')).status).toBe(200)
  })
})
