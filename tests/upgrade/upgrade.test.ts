import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '#server/auth/crypto.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { freshPostgres } from '../engines.ts'
import { isBrief } from '../tier.ts'
import { jpeg } from '../files.ts'
import { createClient, createTestWorld } from '../harness.ts'
import { uploaded } from '../tus.ts'

const unpacked = (name: string) => gunzipSync(readFileSync(fileURLToPath(new URL(`0.1.0/${name}.gz`, import.meta.url))))

/** A copy of a company that version 0.1.0 left, made on November 19, 2026: with history, unsent mail and kept answers. */
const databases: { engine: string; open: () => Promise<Database> }[] = [
  {
    engine: 'SQLite',
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-upgrade-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      writeFileSync(join(folder, 'plumbline.db'), unpacked('plumbline.db'))
      return openSqlite(folder)
    },
  },
  {
    engine: 'PostgreSQL',
    async open() {
      const url = await freshPostgres()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(unpacked('postgres.sql').toString())
      await client.end()
      return openPostgres(url, { max: 5 })
    },
  },
]

/** Records of that company, by what they are. */
const PROJECT = 61
const RFI = 26
const DELETED_RFI = 27
const CUSTOMER = 41
const ARCHIVED = 62
const ENTRY = 141
const PICTURE = 1
/** Its author, its assignee, who also replied, and whoever is on its distribution. */
const FOLLOWS = [
  [2, 'created'],
  [14, 'assigned'],
  [4, 'distributed'],
]

describe.each(isBrief ? databases.slice(0, 1) : databases)('a company of version 0.1.0 on $engine', ({ open }) => {
  const clock = createTestClock('2026-11-20 08:00')
  async function upgraded() {
    const world = await createTestWorld({ database: await open(), sample: false, clock })
    onTestFinished(() => world.close())
    const admin = await world.signIn('admin@plumbline.test')
    const rows = async (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
      (await statement.execute(world.app.services.database.kysely)).rows
    return { world, admin, rows }
  }
  const actions = (history: { action: string }[]) => history.map(({ action }) => action)

  test('opens with its records, and their history is what it was', async () => {
    const { admin, world, rows } = await upgraded()
    // It is at work, and is not shown the first hour of an empty one.
    expect((await admin.get('/api/app')).data.guided).toBeUndefined()
    expect((await admin.get('/api/company_settings')).data[0].first_steps).toBeNull()
    // Search keys are written differently now.
    const { data: found } = await admin.get('/api/customers?search=fa')
    expect(found.map(({ id }: { id: number }) => id)).toContain(CUSTOMER)
    expect((await admin.get(`/api/projects/${PROJECT}`)).data).toMatchObject({
      number: 'F-1',
      name: 'Fixture Barn East',
      open_rfis: 1,
    })
    expect((await admin.get(`/api/time_entries/${ENTRY}`)).data).toMatchObject({ hours: 8.5, per_diem: true })
    expect((await admin.get(`/api/attachments/${PICTURE}`)).data).toMatchObject({
      project_id: PROJECT,
      name: 'roof.jpg',
      caption: 'Roof',
      sha256: null,
    })
    const { data: history } = await admin.get(`/api/customers/${CUSTOMER}/history`)
    expect(actions(history)).toEqual(['updated', 'created'])
    expect(history[0].changes).toEqual({ name: { old: 'Fixture Farms', new: 'Fixture Farms LLC' } })
    expect(actions((await admin.get(`/api/projects/${ARCHIVED}/history`)).data)).toEqual(['archive', 'created'])
    // What that version did not have begins empty.
    expect((await admin.get('/api/list_views')).data).toEqual([])
    const view = { area: 'rfis', list: 'rfis', name: 'Open', sort_column: 'number', filters: {}, hidden: [] }
    expect((await admin.post('/api/list_views', view)).status).toBe(201)
    const contact = await world.signIn('contact@plumbline.test')
    // Whoever an RFI named follows it.
    const about = `followable_type=rfis&followable_id=${RFI}`
    expect((await contact.get(`/api/follows?${about}`)).data).toMatchObject([{ project_id: PROJECT, muted: false }])
    const noted = await rows(sql`select user_id, reason from follows where followable_id = ${RFI} order by id`)
    expect(noted.map(({ user_id, reason }) => [Number(user_id), reason])).toEqual(expect.arrayContaining(FOLLOWS))
    expect(noted).toHaveLength(FOLLOWS.length)
    const { data: seen } = await contact.get(`/api/rfis/${RFI}/history`)
    expect(actions(seen)).toEqual(['send'])
    expect(JSON.stringify(seen)).not.toContain('Secret draft')
  })

  test('goes on where it was: history, numbers, counts, and what is archived', async () => {
    const { admin } = await upgraded()
    await admin.patch(`/api/customers/${CUSTOMER}`, { name: 'Fixture Farms Inc' })
    expect(actions((await admin.get(`/api/customers/${CUSTOMER}/history`)).data)).toEqual([
      'updated',
      'updated',
      'created',
    ])
    // The second number belonged to an RFI that was deleted.
    const made = await admin.post(`/api/projects/${PROJECT}/rfis`, { title: 'Third', question: 'Which?' })
    expect([made.status, made.data.number]).toEqual([201, 3])
    expect((await admin.get(`/api/rfis/${DELETED_RFI}`)).status).toBe(404)
    expect((await admin.get(`/api/projects/${PROJECT}`)).data.open_rfis).toBe(2)
    const refused = await admin.post(`/api/projects/${ARCHIVED}/rfis`, { title: 'X', question: 'Y' })
    expect([refused.status, refused.data.message]).toEqual([422, 'This project is archived.'])
  })

  test('has the hours of its weeks, projects and cost codes added up, those of each exactly', async () => {
    const { admin } = await upgraded()
    const hours = new Map<string, number>()
    const entries: { hours: number; project_id: number; week_id: number }[] = (await admin.get('/api/time_entries'))
      .data
    for (const entry of entries)
      for (const key of [`project ${entry.project_id}`, `week ${entry.week_id}`])
        hours.set(key, (hours.get(key) ?? 0) + entry.hours)
    expect(entries.length).toBeGreaterThan(20)
    for (const { id, booked_hours } of (await admin.get('/api/projects?status=all')).data)
      expect([id, booked_hours]).toEqual([id, hours.get(`project ${id}`) ?? 0])
    for (const { id, hours: kept } of (await admin.get('/api/timecards')).data)
      expect([id, kept]).toEqual([id, hours.get(`week ${id}`) ?? 0])
    const before = (await admin.get(`/api/projects/${PROJECT}`)).data.booked_hours
    const entry = (await admin.get(`/api/time_entries/${ENTRY}`)).data
    expect((await admin.patch(`/api/time_entries/${ENTRY}`, { hours: entry.hours - 0.25 })).status).toBe(200)
    expect((await admin.get(`/api/projects/${PROJECT}`)).data.booked_hours).toBe(before - 0.25)
  })

  test.runIf(!isBrief)('takes resumable uploads from the first start on', async () => {
    const { admin } = await upgraded()
    const at = `/api/projects/${PROJECT}/attachments`
    const bytes = new Uint8Array(jpeg('New'))
    const upload_id = await uploaded(admin, { for: at }, bytes)
    expect(await admin.post(at, { upload_id })).toMatchObject({ status: 201, data: { name: 'panel.jpg' } })
  })

  test.runIf(!isBrief)('sends the mail that had not been sent, once each', async () => {
    const { world, rows } = await upgraded()
    await world.app.jobs.drain()
    await world.app.jobs.drain()
    expect(world.mails.map(({ subject }) => subject).sort()).toEqual([
      // Of the administrator, whose earlier session is of another browser.
      'A new sign-in at Three Rivers Electric',
      'RFI 001: Feeder',
      'RFI 001: Feeder',
      'Re: RFI 001: Feeder',
      'Re: RFI 001: Feeder',
    ])
    expect(await rows(sql`select id from jobs where done_at is null`)).toEqual([])
  })

  test('answers what was sent under a key as it did then, also to a client that had changed the body since', async () => {
    const { world, admin, rows } = await upgraded()
    const key = { 'idempotency-key': 'fixture customer' }
    const before = await rows(sql`select count(*) as n from customers`)
    const replay = await admin.post('/api/customers', { name: 'Fixture Farms', phone_number: '5095550142' }, key)
    expect([replay.status, replay.data.id, replay.data.name]).toEqual([201, CUSTOMER, 'Fixture Farms'])
    // What is answered is of that version, without what is told of an entry by now.
    const foreman = createClient(world.app)
    await foreman.signIn('foreman@plumbline.test')
    const hours = await foreman.post(
      '/api/time_entries/store_many',
      { data: [{ hours: 1 }] },
      {
        'idempotency-key': 'fixture hours',
      },
    )
    expect([hours.status, hours.data[0].id]).toEqual([200, ENTRY])
    expect(await rows(sql`select count(*) as n from customers`)).toEqual(before)
  })

  test.runIf(!isBrief)(
    'keeps hashes alone of calendar addresses that were given out, which go on working',
    async () => {
      const database = await open()
      const { kysely } = database
      const before = await createTestWorld({ database, sample: false, clock })
      const admin = await before.signIn('admin@plumbline.test')
      const tokens = ['a1', 'b2'].map((pair) => pair.repeat(24))
      // As the version before stored them: in the row, in the history of a renewal, and in the answer to it.
      const [feed] = (await admin.get('/api/calendar_feeds')).data
      for (const token of tokens) {
        await sql`update calendar_feeds set token = ${token}, token_key = ${token}, given_at = null where id = ${feed.id}`.execute(
          kysely,
        )
        const changes = JSON.stringify({ token: { old: tokens[0], new: token } })
        await sql`insert into events (subject_type, subject_id, user_id, action, changes, created_at) values ('calendar_feed', ${feed.id}, ${admin.user.id}, 'renew', ${changes}, ${feed.created_at})`.execute(
          kysely,
        )
        await sql`insert into idempotency_keys (user_id, key, request, status, body, created_at) values (${admin.user.id}, ${token}, ${`POST /api/calendar_feeds/${feed.id}/renew`}, 200, ${JSON.stringify({ url: token })}, ${feed.created_at})`.execute(
          kysely,
        )
      }
      const world = await createTestWorld({ database, sample: false, clock })
      const stored = await Promise.all(
        ['calendar_feeds', 'events', 'idempotency_keys'].map(
          async (table) => (await sql`select * from ${sql.table(table)}`.execute(kysely)).rows,
        ),
      )
      for (const token of tokens) expect(JSON.stringify(stored)).not.toContain(token)
      const again = await world.signIn('admin@plumbline.test')
      expect((await again.get('/api/calendar_feeds')).data[0]).toMatchObject({ url: null, given_at: feed.created_at })
      const opened = tokens.map(async (token) => (await world.client().get(`/calendar/${token}.ics`)).status)
      expect(await Promise.all(opened)).toEqual([404, 200])
      await world.app.jobs.close()
      await before.close()
    },
  )

  test('keeps sessions and passwords, and clients of that version sign in and work as they did', async () => {
    const database = await open()
    const [cookie, at] = ['fixture'.padEnd(64, '0'), clock.now().toISOString()]
    await sql`insert into sessions (id_hash, user_id, created_at, seen_at) select ${sha256(cookie)}, id, ${at}, ${at} from users where email = 'foreman@plumbline.test'`.execute(
      database.kysely,
    )
    const world = await createTestWorld({ database, sample: false, clock })
    onTestFinished(() => world.close())
    const before = world.client()
    before.cookies.set('plumbline_session', cookie)
    await before.get('/sanctum/csrf-cookie')
    expect((await before.get('/api/user')).data).toMatchObject({ email: 'foreman@plumbline.test', has_password: true })
    expect((await before.get('/api/user')).data.must_add).toBeUndefined()
    const entry = (await before.get('/api/time_entries')).data[0]
    expect((await before.patch(`/api/time_entries/${entry.id}`, { comments: 'As before' })).status).toBe(200)
    // When it was last shown who has that session is unknown, so what gives an account away asks.
    expect((await before.post('/user/two-factor-authentication')).status).toBe(423)

    const client = createClient(world.app)
    const answer = await client.signIn('admin@plumbline.test')
    expect([answer.status, answer.data]).toEqual([204, ''])
    expect((await client.patch(`/api/customers/${CUSTOMER}`, { name: 'Fixture Farms Inc' })).status).toBe(200)
    expect((await client.post('/user/two-factor-authentication')).status).toBe(200)
    expect((await client.get('/user/sign-in-methods')).data).toMatchObject({
      passkeys: [],
      password: { changed_at: null },
      authenticator: null,
    })
  })

  test.runIf(!isBrief)('is upgraded once: a second start finds nothing left to do', async () => {
    const database = await open()
    const world = await createTestWorld({ database, sample: false, clock })
    const columns = async () =>
      (await sql<Record<string, unknown>>`select * from events order by id limit 3`.execute(database.kysely)).rows
    const first = await columns()
    const again = await createTestWorld({ database, sample: false, clock })
    expect(await columns()).toEqual(first)
    expect(again.errors).toEqual([])
    await again.app.jobs.close()
    await world.close()
  })
})
