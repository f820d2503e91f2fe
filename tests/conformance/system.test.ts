import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '#server/jobs/jobs.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

describe.each(enginesOfTier)('what an administrator watches, on $engine', ({ engine, openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  let backups = 0
  /** What the mail server says instead of taking a mail. */
  let refusal: string | null = null
  const mails: Mail[] = []
  /** Jobs take their time until they may go on. */
  let mayGoOn = Promise.resolve()
  const mailer: Mailer = {
    async send(mail) {
      await mayGoOn
      if (refusal !== null) throw new Error(refusal)
      mails.push(mail)
    },
  }
  beforeAll(async () => {
    world = await createTestWorld({
      database: await openSample(),
      lastBackup: async () => ({ at: '2020-11-20T10:00:00.000Z' }),
      space: async () => ({ free_bytes: 3, size_bytes: 50 }),
      mailer,
      async backUp() {
        await mayGoOn
        backups++
      },
      addressOf: () => '192.0.2.1',
    })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(() => world.close())
  const status = async () => (await admin.get('/api/company_settings/system')).data

  test('counts each stored file once, says the engine, the disk, the mail and the newest backup', async () => {
    const before = await status()
    const [project] = (await admin.get('/api/projects')).data
    const { status: code, data } = await upload(admin, `/api/projects/${project.id}/attachments`, {
      file: ['site.jpg', jpeg('site')],
    })
    expect(code).toBe(201)
    const after = await status()
    expect(after.storage.files).toBe(before.storage.files + 1)
    expect(after.storage.files_bytes).toBe(before.storage.files_bytes + data.size)
    expect(after.storage.database_bytes).toBeGreaterThan(100_000)
    expect(after).toMatchObject({
      engine: engine === 'SQLite' ? 'sqlite' : 'postgres',
      connections: 0,
      mail: { sends: true },
      disk: { free_bytes: 3, size_bytes: 50 },
      backups: { last: { at: '2020-11-20T10:00:00.000Z' }, making: false },
      started_at: expect.any(String),
      file_store: { bucket: null, problem: null },
      push: false,
      texts: false,
      app_url: BASE,
    })
  })

  test('says who may go on without signing in, those who were here last first', async () => {
    const { people, browsers } = (await status()).signed_in
    await world.signIn('foreman@plumbline.test')
    await world.signIn('foreman@plumbline.test')
    const after = (await status()).signed_in
    expect(after).toMatchObject({ people: people + 1, browsers: browsers + 2 })
    const foreman = after.newest.find(({ browsers: own }: { browsers: number }) => own === 2)
    expect(foreman).toEqual({ name: expect.any(String), browsers: 2, seen_at: expect.any(String) })
  })

  test('says whose address limits count, and which one a proxy names in vain', async () => {
    const { data } = await admin.get('/api/company_settings/system', { 'x-forwarded-for': '198.51.100.7, 203.0.113.5' })
    expect(data.way).toEqual({ address: '192.0.2.1', unbelieved: '203.0.113.5' })
    expect((await status()).way).toEqual({ address: '192.0.2.1', unbelieved: null })
  })

  test('sends a test to whoever asks, and says what became of it', async () => {
    const sent = mails.length
    const mailsDone = ({ ended }: { ended: { kind: string; done: number }[] }) =>
      ended.find(({ kind }) => kind === 'mail')?.done ?? 0
    // Somebody who signed in on another device was told so.
    const before = mailsDone(await status())
    const gate = Promise.withResolvers<void>()
    mayGoOn = gate.promise
    expect((await admin.post('/api/company_settings/send_test_mail')).status).toBe(200)
    expect((await status()).mail.test).toEqual({ at: expect.any(String), sent_at: null, error: null })
    gate.resolve()
    await world.app.jobs.drain()
    expect(mails.slice(sent)).toMatchObject([
      { to: 'admin@plumbline.test', subject: 'Test from Three Rivers Electric' },
    ])
    const after = await status()
    const { mail } = after
    expect(mail.test).toEqual({ at: expect.any(String), sent_at: expect.any(String), error: null })
    expect(mailsDone(after)).toBe(before + 1)
    refusal = '550 No such user.'
    await admin.post('/api/company_settings/send_test_mail')
    await world.app.jobs.drain()
    const refused = await status()
    expect(refused.mail.test).toMatchObject({ sent_at: null, error: '550 No such user.' })
    refusal = null
    await admin.post('/api/company_settings/retry_jobs', {
      ids: refused.troubled.map(({ id }: { id: number }) => id),
    })
    await world.app.jobs.drain()
    expect((await status()).mail.test).toMatchObject({ sent_at: expect.any(String), error: null })
  })

  test('makes a backup now, one at a time', async () => {
    const gate = Promise.withResolvers<void>()
    mayGoOn = gate.promise
    expect((await admin.post('/api/company_settings/back_up')).status).toBe(200)
    expect((await status()).backups.making).toBe(true)
    const again = await admin.post('/api/company_settings/back_up')
    expect(again).toMatchObject({ status: 422, data: { message: 'A backup is being made already.' } })
    gate.resolve()
    await world.app.jobs.drain()
    expect(backups).toBe(1)
    expect((await status()).backups.making).toBe(false)
  })

  test('shows failed jobs with their reasons, and has them run again', async () => {
    const { kysely } = world.app.services.database
    const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello.' }
    await enqueue(kysely, '2020-11-20T10:00:00.000Z', [{ kind: 'mail', lane: 'mail', payload: mail }])
    await sql`update jobs set error = 'The mail server refused it.', failed_at = '2020-11-20T11:00:00.000Z', attempts = 12 where payload = ${JSON.stringify(mail)}`.execute(
      kysely,
    )
    const { troubled, lanes } = await status()
    expect(troubled).toEqual([
      expect.objectContaining({ kind: 'mail', attempts: 12, error: 'The mail server refused it.', next_at: null }),
    ])
    expect(lanes[0]).toMatchObject({ lane: 'mail', failed: 1 })
    const sent = mails.length
    const answer = await admin.post('/api/company_settings/retry_jobs', { ids: [troubled[0].id] })
    expect(answer.status).toBe(200)
    await world.app.jobs.drain()
    expect(mails.slice(sent)).toMatchObject([{ to: 'ada@example.com', subject: 'Hello' }])
    const done = await status()
    expect(done.troubled).toEqual([])
    expect(done.mail.last_at).toEqual(expect.any(String))
  })

  test('is for administrators alone, and ids must be ids', async () => {
    for (const who of ['manager', 'office', 'foreman', 'customer'] as const) {
      const person = await world.signIn(`${who}@plumbline.test`)
      expect((await person.get('/api/company_settings/system')).status).toBe(403)
      for (const action of ['retry_jobs', 'send_test_mail', 'back_up'])
        expect((await person.post(`/api/company_settings/${action}`, { ids: [1] })).status).toBe(403)
    }
    const refused = await admin.post('/api/company_settings/retry_jobs', { ids: 'all' })
    expect(refused).toMatchObject({ status: 422, data: { errors: { ids: ['must be a list of ids'] } } })
  })
})
