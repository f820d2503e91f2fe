import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '#server/jobs/jobs.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'

describe.each(enginesOfTier)('what an administrator watches, on $engine', ({ engine, openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({
      database: await openSample(),
      lastBackup: async () => ({ at: '2020-11-20T10:00:00.000Z' }),
      space: async () => ({ free_bytes: 3, size_bytes: 50 }),
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
      backups: { last: { at: '2020-11-20T10:00:00.000Z' } },
    })
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
    const sent = world.mails.length
    const answer = await admin.post('/api/company_settings/retry_jobs', { ids: [troubled[0].id] })
    expect(answer.status).toBe(200)
    await world.app.jobs.drain()
    expect(world.mails.slice(sent)).toMatchObject([{ to: 'ada@example.com', subject: 'Hello' }])
    const done = await status()
    expect(done.troubled).toEqual([])
    expect(done.mail.last_at).toEqual(expect.any(String))
  })

  test('is for administrators alone, and ids must be ids', async () => {
    for (const who of ['manager', 'office', 'foreman', 'customer'] as const) {
      const person = await world.signIn(`${who}@plumbline.test`)
      expect((await person.get('/api/company_settings/system')).status).toBe(403)
      expect((await person.post('/api/company_settings/retry_jobs', { ids: [1] })).status).toBe(403)
    }
    const refused = await admin.post('/api/company_settings/retry_jobs', { ids: 'all' })
    expect(refused).toMatchObject({ status: 422, data: { errors: { ids: ['must be a list of ids'] } } })
  })
})
