import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { area } from '#core/access/access.ts'
import { defineEntity } from '#core/entity/entity.ts'
import { text } from '#core/entity/fields.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import { openPostgresRelay } from '#server/live/postgres-relay.ts'
import type { ServerModule } from '#server/resource/catalog.ts'
import { runningClock } from '../clock/clock.ts'
import { freshPostgres } from '../engines.ts'
import { eventually } from '../eventually.ts'
import { createSmallWorld } from '../security/small-world.ts'
import { uploaded } from '../tus.ts'
import { versionedModule } from '../versioned.fixture.ts'

const described = { endpoint: 'api/gates', area: area('gates', {}), sort: 'name' } as const
const before = defineEntity('gate', { ...described, fields: { name: text() } })
/** The next version knows more of a record, and records that the one before does not. */
const after = defineEntity('gate', { ...described, fields: { name: text(), color: text().default('grey') } })
const bolts = defineEntity('bolt', {
  endpoint: 'api/bolts',
  area: area('bolts', {}),
  sort: 'name',
  fields: { name: text() },
})

const done: string[] = []
const versions: Record<'old' | 'next', ServerModule> = {
  old: { id: 'yard', exports: { before }, server: defineServer({ serve: [serve(before, {})] }) },
  next: {
    id: 'yard',
    exports: { after, bolts },
    server: defineServer({
      serve: [serve(after, {}), serve(bolts, {})],
      subscribe: [
        { name: '', entity: after, actions: ['created'], handle: async ({ record }) => void done.push(record.name) },
      ],
      daily: async () => void done.push('daily'),
      jobs: { paint: { lane: 'quick', run: async () => void done.push('paint') } },
    }),
  },
}

test('a process of the version before goes on beside one that upgrades the database, and neither loses what the other does', async () => {
  const url = await freshPostgres()
  const start = async (version: keyof typeof versions) => {
    const openRelay = openPostgresRelay(url, (error) => expect.soft(error).toBeNull())
    const modules = [versions[version], versionedModule]
    const world = await createSmallWorld(openPostgres(url, { max: 3 }), modules, { openRelay })
    onTestFinished(() => world.close())
    return world
  }
  const old = await start('old')
  const admin = await old.person('admin')
  const firm = await admin.post('/api/firms', { name: 'Firm' })
  const site = await admin.post('/api/sites', { name: 'Site', firm_id: firm.data.id })
  const at = `/api/sites/${site.data.id}/papers`
  const answers: number[] = []
  let going = true
  let made = 0
  const lane = async () => {
    while (going) {
      const { status, data } = await admin.post('/api/gates', { name: `Gate ${++made}` })
      const many = await admin.post('/api/gates/store_many', { data: [{ id: data.id, name: `Gate ${made} open` }] })
      const upload_id = await uploaded(admin, { for: at, name: 'notes.txt' }, new TextEncoder().encode(`Note ${made}`))
      const paper = await admin.post(at, { upload_id })
      answers.push(status, many.status, paper.status, (await admin.get('/api/gates')).status)
    }
  }
  // A test that failed would write on until there is no memory left.
  onTestFinished(() => void (going = false))
  const lanes = [lane(), lane()]
  await eventually(() => expect(answers.length).toBeGreaterThan(20))
  // Any version may add a column to any table.
  const tables = sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  for (const { name } of (await tables.execute(old.app.services.database.kysely)).rows)
    await sql`alter table ${sql.table(name)} add column of_the_next text`.execute(old.app.services.database.kysely)
  const next = await start('next')
  const upgraded = answers.length
  const other = next.client()
  for (const [name, value] of admin.cookies) other.cookies.set(name, value)
  const gate = await other.post('/api/gates', { name: 'Of the next', color: 'red' })
  expect([gate.status, (await other.post('/api/bolts', { name: 'M12' })).status]).toEqual([201, 201])
  await eventually(() => expect(answers.length).toBeGreaterThan(upgraded + 20))
  going = false
  await Promise.all(lanes)
  expect([old.errors, [...new Set(answers)].sort()]).toEqual([[], [200, 201]])

  // What the one before does not know of a record stays as it is.
  expect((await admin.patch(`/api/gates/${gate.data.id}`, { name: 'Of both' })).status).toBe(200)
  expect((await other.get(`/api/gates/${gate.data.id}`)).data).toMatchObject({ name: 'Of both', color: 'red' })
  expect((await other.get('/api/gates')).data).toHaveLength(made + 1)
  await Promise.all([old.app.settled(), next.app.settled(), next.app.jobs.drain()])
  expect([old.errors, next.errors]).toEqual([[], []])

  // Jobs of the next version that the one before takes first are left to it.
  done.length = 0
  const { kysely } = next.app.services.database
  const { rows } = await sql<{
    id: string
  }>`select id from events where subject_type = 'gate' and subject_id = ${gate.data.id} order by id limit 1`.execute(
    kysely,
  )
  const [subscriber] = next.app.services.catalog.subscribers
  await enqueue(kysely, runningClock.now().toISOString(), [
    { kind: 'event', lane: 'quick', payload: { event: Number(rows[0]?.id), subscriber: subscriber?.key } },
    { kind: 'daily', lane: 'quick', payload: { module: 'yard' } },
    { kind: 'paint', lane: 'quick', payload: null },
  ])
  await old.app.jobs.drain()
  expect([done, old.errors.splice(0).length]).toEqual([[], 3])
  await next.app.jobs.drain()
  expect(done.sort()).toEqual(['Of the next', 'daily', 'paint'])
  expect((await sql`select id from jobs where done_at is null`.execute(kysely)).rows).toEqual([])
})
