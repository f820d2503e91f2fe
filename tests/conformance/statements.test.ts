import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addDays } from '#lib/days.ts'
import { linesOfDay } from '#modules/time/day-signatures.ts'
import { takeLock, type Database } from '#server/db/database.ts'
import { RECORDS_A_TURN } from '#server/files/turns.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { engines } from '../engines.ts'
import { isBrief } from '../tier.ts'

const sent = vi.spyOn(pg.Client.prototype, 'query')
let world: Awaited<ReturnType<typeof createTestWorld>>
let database: Database
let admin: Client
let people: number[]
let keys = 0

beforeAll(async () => {
  const postgres = engines.find(({ engine }) => engine === 'PostgreSQL')
  if (!postgres) throw new Error('PostgreSQL is not among the engines.')
  database = await postgres.openSample()
  world = await createTestWorld({ database })
  admin = await world.signIn('admin@plumbline.test')
  const { data } = await admin.get('/api/users')
  people = data.flatMap((user: { id: number; active: boolean; track_time: boolean }) =>
    user.active && user.track_time ? [user.id] : [],
  )
})
afterEach(() => expect(world.errors).toEqual([]))
afterAll(async () => {
  await world.close()
  sent.mockRestore()
})

const textsSent = (): string[] =>
  sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text))

/** What PostgreSQL is asked for a POST with a key, as our client sends it. */
async function statementsOf(path: string, body: unknown, status: number): Promise<string[]> {
  await world.app.jobs.drain()
  await world.app.settled()
  sent.mockClear()
  const answer = await admin.post(path, body, { 'idempotency-key': `statements ${++keys}` })
  const texts = textsSent()
  expect([answer.status, answer.data]).toEqual([status, expect.anything()])
  await world.app.settled()
  return texts
}

test('a record is created with three statements between begin and commit', async () => {
  await statementsOf('/api/customers', { name: 'First' }, 201)
  const texts = await statementsOf('/api/customers', { name: 'Second' }, 201)
  expect(texts.map((text) => /^(begin|commit|insert into \w+|with "?\w+"? as \(\w+ \S+ \S+)/.exec(text)?.[0])).toEqual([
    'begin',
    'insert into idempotency_keys',
    'with t as (insert into "customers"',
    'with "closing_0" as (update idempotency_keys set',
    'commit',
  ])
})

test('a request that is refused before it asks the database anything opens no transaction', async () => {
  sent.mockClear()
  expect((await admin.post('/api/customers', { name: '' })).status).toBe(422)
  expect(sent).not.toHaveBeenCalled()
})

/** Others get a turn after each insert of so many records. */
const moreInserts = (count: number) => Math.ceil(count / RECORDS_A_TURN) - 1

test('saving many customers takes as many statements as saving two, but an insert for each turn', async () => {
  const many = (count: number) => ({ data: Array.from({ length: count }, (_, at) => ({ name: `Customer ${at}` })) })
  const two = await statementsOf('/api/customers/store_many', many(2), 200)
  const all = await statementsOf('/api/customers/store_many', many(500), 200)
  expect(two.length).toBe(5)
  expect(all.length).toBe(two.length + moreInserts(500))
})

test.runIf(!isBrief)(
  'saving many messages takes as many statements as saving two, but one for each that asks who sees the record',
  async () => {
    const [rfi] = (await admin.get('/api/rfis')).data
    const many = (count: number) => ({ data: Array.from({ length: count }, (_, at) => ({ content: `Line ${at}` })) })
    const statements = async (count: number) => {
      const texts = await statementsOf(`/api/rfis/${rfi.id}/messages/store_many`, many(count), 200)
      return texts.filter((text) => !text.startsWith('select t.id from "rfis" as t ')).length
    }
    // Who writes for the first time is noted as following.
    await statements(1)
    const two = await statements(2)
    expect(two).toBeLessThan(13)
    expect(await statements(100)).toBe(two)
    // Each of them is mailed.
    await world.app.jobs.drain()
  },
)

test('many marks on a sheet are counted and stored at once', async () => {
  const sheets: { id: number; current_revision_id: number | null }[] = (await admin.get('/api/drawing_sheets')).data
  const sheet = sheets.find(({ current_revision_id }) => current_revision_id !== null)
  const mark = {
    type: 'rectangle',
    geometry: { x: 0.1, y: 0.1, w: 0.1, h: 0.1 },
    revision_id: sheet?.current_revision_id,
  }
  const data = Array.from({ length: 50 }, () => mark)
  const texts = await statementsOf(`/api/drawing_sheets/${sheet?.id}/markups/store_many`, { data }, 200)
  expect(texts.filter((text) => text.startsWith('select count(*) as n from "markups"'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('insert into "markups"'))).toHaveLength(1)
})

test.each(['rfis', 'punch_items', 'tasks', 'cost_codes'])('many new %s of a job are stored together', async (path) => {
  const data = Array.from({ length: 20 }, (_, at) => ({
    title: `Row ${at}`,
    question: 'Which one?',
    ...(path === 'cost_codes' && { number: `97${at}`, name: `Row ${at}` }),
  }))
  const texts = await statementsOf(`/api/projects/1/${path}/store_many`, { data }, 200)
  expect(texts.filter((text) => text.includes(`insert into "${path}"`))).toHaveLength(1)
  // Their assignees are told.
  await world.app.jobs.drain()
})

test('a list asks for nothing that its reader may not read', async () => {
  const textsOf = async (client: Client) => {
    await client.get('/api/users')
    sent.mockClear()
    expect((await client.get('/api/users')).status).toBe(200)
    return textsSent().map((text) => text.split(' ', 2).join(' '))
  }
  // Which there are, then what they are. Whether somebody has a password is for the office.
  expect(await textsOf(admin)).toEqual(['select t.id', 'select t."id",', 'select user_id'])
  expect(await textsOf(await world.signIn('employee@plumbline.test'))).toEqual(['select t.id', 'select t."id",'])
})

test.runIf(!isBrief)('creating a project reads as often however many settings its default folders have', async () => {
  const reads = async (number: string) => {
    const texts = await statementsOf('/api/projects', { name: 'Depot', number, customer_id: 1 }, 201)
    return texts.filter((text) => text.startsWith('select')).length
  }
  await reads('D-1')
  const few = await reads('D-2')
  const { data: folders } = await admin.get('/api/default_folders')
  const data = folders.flatMap(({ id }: { id: number }) =>
    people.map((subject_id) => ({ default_folder_id: id, subject_type: 'user', subject_id, level: 'view' })),
  )
  expect((await admin.post('/api/default_folder_access/set', { data })).status).toBe(200)
  // The settings are kept in memory once they were read anew.
  await reads('D-3')
  expect(await reads('D-4')).toBe(few)
})

/** Entries of these people on a day. */
const entries = async (date: string, users: readonly number[]) => {
  const { data: codes } = await admin.get('/api/projects/1/cost_codes')
  return {
    data: users.map((user_id) => ({ user_id, date, hours: 0.25, project_id: 1, cost_code_id: codes[0].id })),
  }
}

test.runIf(!isBrief)('a certified payroll takes as many statements for sixty people as for two', async () => {
  const week = '2022-01-02'
  const made = async (path: string, draft: object): Promise<{ id: number }> => (await admin.post(path, draft)).data
  const project = await made('/api/projects', {
    name: 'School',
    number: 'S-60',
    customer_id: 1,
    overtime_rule: 'prevailing',
    address: { line1: '', city: 'Kennewick', state: 'WA', postal_code: '' },
  })
  const code = await made(`/api/projects/${project.id}/cost_codes`, { number: '010', name: 'Feeders' })
  const crew: { id: number }[] = []
  for (let at = 0; at < 60; at++)
    crew.push(await made('/api/users', { name: `Hand ${at}`, role: 'employee', has_access: false, track_time: true }))
  const statements = async (people: number) => {
    const data = crew.slice(0, people).flatMap(({ id }) =>
      [1, 2, 3, 4, 5].map((day) => {
        const date = addDays(week, day)
        return { user_id: id, date, hours: 9, project_id: project.id, cost_code_id: code.id, type: 'standard' }
      }),
    )
    await admin.post('/api/time_entries/store_many', { data, confirmed: ['duplicate'] })
    const cards: { id: number }[] = (await admin.get(`/api/timecards?from=${week}&to=${week}`)).data
    for (const { id } of cards) await admin.post(`/api/timecards/${id}/approve`)
    await world.app.jobs.drain()
    await world.app.settled()
    sent.mockClear()
    const { data: form } = await admin.get(`/api/certified_payrolls/form?project_id=${project.id}&week_start=${week}`)
    expect(form.rows).toHaveLength(people)
    return textsSent().length
  }
  const two = await statements(2)
  for (const { id } of (await admin.get(`/api/timecards?from=${week}&to=${week}`)).data)
    await admin.post(`/api/timecards/${id}/reopen`, { reason: 'More' })
  for (const { id } of (await admin.get(`/api/time_entries?project_id=${project.id}`)).data)
    await admin.delete(`/api/time_entries/${id}`)
  expect(await statements(60)).toBe(two)
})

test('signed payrolls are compared with what they would say now in as many statements for all as for one', async () => {
  const signed: { id: number; project_id: number; week_start: string }[] = (await admin.get('/api/certified_payrolls'))
    .data
  const [one] = signed
  expect(signed.length).toBeGreaterThan(3)
  const statements = async (path: string) => {
    await world.app.settled()
    sent.mockClear()
    expect((await admin.get(path)).status).toBe(200)
    return textsSent().length
  }
  const form = `/api/certified_payrolls/form?project_id=${one?.project_id}&week_start=${one?.week_start}`
  await statements(form)
  const single = await statements(form)
  // Beside one comparison: jobs, hours, terms, forms, and what may have changed.
  expect(await statements('/api/certified_payrolls/weeks')).toBeLessThanOrEqual(single + 12)
})

test('saving the first entries of a week takes as many statements for a crew as for two', async () => {
  // The first one ever reads settings that the process then remembers.
  await statementsOf('/api/time_entries/store_many', await entries('2022-12-05', people.slice(0, 2)), 200)
  const two = await statementsOf('/api/time_entries/store_many', await entries('2023-01-02', people.slice(0, 2)), 200)
  const crew = await statementsOf('/api/time_entries/store_many', await entries('2023-02-06', people), 200)
  expect(people.length).toBeGreaterThan(5)
  // Two of them read the cost code and the project whose sums change, and one which of these days are signed.
  expect(two.length).toBeLessThan(25)
  expect(crew.length).toBe(two.length)
})

test('what a crew has signed is read in as many statements for sixty people as for five', async () => {
  const crew: number[] = []
  for (let at = 0; at < 60; at++) {
    const draft = { name: `Signer ${at}`, role: 'employee', has_access: false, track_time: true }
    crew.push((await admin.post('/api/users', draft)).data.id)
  }
  const foreman = await world.signIn('foreman@plumbline.test')
  const statements = async (date: string, some: readonly number[]) => {
    const { data } = await foreman.post('/api/time_entries/store_many', await entries(date, some))
    for (const entry of data)
      await foreman.post('/api/day_signatures', {
        user_id: entry.user_id,
        date,
        signature_path: 'M 1 1 L 9 9',
        lines: linesOfDay([entry]),
      })
    const asked: number[] = []
    for (const path of ['time_entries', 'day_signatures']) {
      await world.app.settled()
      sent.mockClear()
      const answer = await foreman.get(`/api/${path}?from=${date}&to=${date}`)
      asked.push(textsSent().length)
      expect(answer.data).toHaveLength(some.length)
    }
    return asked
  }
  await statements('2023-03-06', crew.slice(0, 1))
  const five = await statements('2023-03-07', crew.slice(0, 5))
  expect(five).toEqual([4, 2])
  expect(await statements('2023-03-08', crew)).toEqual(five)
})

test('people’s time is locked one by one, and a payroll waits for all of it', async () => {
  await database.kysely.transaction().execute(async (first) => {
    await takeLock(first, 'time', ['of 1', 'of 2'])
    const isFree = async (parts?: string[]) =>
      database.kysely
        .transaction()
        .execute(async (second) => {
          await sql`set local lock_timeout = '100ms'`.execute(second)
          await takeLock(second, 'time', parts)
        })
        .then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject({ code: '55P03' })
            return false
          },
        )
    expect(await isFree(['of 3'])).toBe(true)
    expect(await isFree(['of 2', 'of 4'])).toBe(false)
    expect(await isFree()).toBe(false)
  })
})

test('saving many time entries takes as many statements as saving two, but an insert for each turn, into weeks that exist', async () => {
  const { data: codes } = await admin.get('/api/projects/1/cost_codes')
  const many = (count: number) => ({
    data: Array.from({ length: count }, (_, at) => ({
      user_id: people[at % people.length],
      date: `2024-01-0${1 + (Math.floor(at / people.length) % 7)}`,
      hours: 0.25,
      project_id: 1,
      cost_code_id: codes[at % 2].id,
    })),
    confirmed: ['duplicate'],
  })
  await statementsOf('/api/time_entries/store_many', many(100), 200)
  const two = await statementsOf('/api/time_entries/store_many', many(2), 200)
  const all = await statementsOf('/api/time_entries/store_many', many(500), 200)
  // Three of them read the cost codes, the project and the weeks whose sums change.
  expect(two.length).toBeLessThan(24)
  expect(all.length).toBe(two.length + moreInserts(500))
})
