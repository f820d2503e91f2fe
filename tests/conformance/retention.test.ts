import { readFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import notifications from '#modules/notifications/server.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { createCatalog } from '#server/resource/catalog.ts'
import { retentions } from '#server/db/retention.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld } from '../harness.ts'
import { isBrief } from '../tier.ts'

/** A row of each kind that is removed, whose age began `at`. Its `mark` finds it again. */
const rows: Record<string, (at: string, mark: string) => RawBuilder<unknown>> = {
  'Answers to saves that a device may repeat': (at, mark) =>
    sql`insert into idempotency_keys (user_id, key, request, created_at) values (1, ${mark}, 'POST /', ${at})`,
  'Sessions that nobody uses': (at, mark) =>
    sql`insert into sessions (id_hash, user_id, created_at, seen_at) values (${mark}, 1, ${at}, ${at})`,
  'Sessions, however much they are used': (at, mark) =>
    sql`insert into sessions (id_hash, user_id, created_at, seen_at) values (${mark}, 1, ${at}, '9999')`,
  'Failed attempts to sign in': (at, mark) =>
    sql`insert into sign_in_attempts (name, tries, blocked_until, attempted_at) values (${mark}, 1, ${at}, ${at})`,
  'Used parts of limits': (at, mark) => sql`insert into throttles (name, tries, until) values (${mark}, 1, ${at})`,
  'Devices that somebody signed in on': (at, mark) =>
    sql`insert into devices (id_hash, user_id, seen_at) values (${mark}, 1, ${at})`,
  'Mailed links': (at, mark) =>
    sql`insert into links (token_hash, user_id, kind, expires_at) values (${mark}, 1, 'invite', ${at})`,
  'Codes and challenges of sign-ins': (at, mark) =>
    sql`insert into sign_in_steps (key, secret, tries, expires_at) values (${mark}, '', 0, ${at})`,
  'What happened to accounts: sign-ins, wrong passwords, rights, exports': (at, mark) =>
    sql`insert into security_events (user_id, at, kind, event, together, times, created_at, updated_at) values (1, ${at}, 'sign_in', 'signed in', ${mark}, 1, ${at}, ${at})`,
  'Jobs that are done': (at, mark) =>
    sql`insert into jobs (kind, lane, payload, run_at, attempts, created_at, key, done_at) values ('mail', 'mail', '{}', ${at}, 1, ${at}, ${mark}, ${at})`,
  'Jobs that failed for good': (at, mark) =>
    sql`insert into jobs (kind, lane, payload, run_at, attempts, created_at, key, failed_at, error) values ('mail', 'mail', '{}', ${at}, 12, ${at}, ${mark}, ${at}, 'No')`,
  'Uploads that became a record, without their files': (at, mark) =>
    sql`insert into uploads (id, user_id, place, name, received, state, path, created_at, expires_at, finished_at, record_id) values (${mark}, 1, '/', 'a', 1, '', '', ${at}, ${at}, ${at}, 1)`,
  'Events that are no history, such as viewed marks': (at, mark) =>
    sql`insert into events (subject_type, subject_id, action, changes, created_at, socket) values ('customer', 1, '', ${mark}, ${at}, null)`,
  'Notifications that were read or are done': (at, mark) => notification(mark, at, at),
  'Closeout packages, with their files': (at, mark) =>
    sql`insert into handovers (project_id, title, user_id, created_at, updated_at) values (1, ${mark}, 1, ${at}, ${at})`,
  'Access tokens that have expired': (at, mark) =>
    sql`insert into personal_access_tokens (name, user_id, abilities, expires_on, ends_at, token, token_key, created_at, updated_at) values (${mark}, 1, '[]', ${at.slice(0, 10)}, ${at}, ${mark}, ${mark}, ${at}, ${at})`,
  'Browsers that a share link was opened in': (at, mark) =>
    sql`insert into share_sessions (id_hash, link_id, created_at) values (${mark}, 1, ${at})`,
  'Deliveries of webhooks': (at, mark) => delivery('done', at, mark),
  'Deliveries of webhooks that failed': (at, mark) => delivery('failed', at, mark),
  'What devices said they hold': (at, mark) =>
    sql`insert into held_changes (user_id, holder_id, session, device, kind, count, days, since, created_at, updated_at) values (1, 1, ${mark}, 'phone', 'time_entry', 1, '[]', ${at}, ${at}, ${at})`,
}
const delivery = (state: string, at: string, mark: string) =>
  sql`insert into webhook_deliveries (webhook_id, event_id, event, changed, state, tries, created_at, updated_at) values (1, ${mark}, 'ping', '{}', ${state}, 1, ${at}, ${at})`
const notification = (mark: string, told: string, read: string | null) =>
  sql`insert into notifications (user_id, subject_type, subject_id, kind, text, told_at, read_at, created_at, updated_at) values (1, 'rfis', 1, 'answers', ${mark}, ${told}, ${read}, ${told}, ${told})`
/** What is old and stays. */
const staying: Record<string, { table: string; row: (at: string, mark: string) => RawBuilder<unknown> }> = {
  'a notification that was put off': {
    table: 'notifications',
    row: (at, mark) =>
      sql`insert into notifications (user_id, subject_type, subject_id, kind, text, told_at, read_at, later_at, created_at, updated_at) values (1, 'rfis', 1, 'answers', ${mark}, ${at}, ${at}, '9999-01-01T00:00:00.000Z', ${at}, ${at})`,
  },
  'a notification that nobody has read': { table: 'notifications', row: (at, mark) => notification(mark, at, null) },
  'a job that waits or runs': {
    table: 'jobs',
    row: (at, mark) =>
      sql`insert into jobs (kind, lane, payload, run_at, attempts, created_at, key, locked_until) values ('later', 'heavy', '{}', '9999', 1, ${at}, ${mark}, '9999')`,
  },
  history: {
    table: 'events',
    row: (at, mark) =>
      sql`insert into events (subject_type, subject_id, action, changes, created_at) values ('customer', 1, 'saved', ${mark}, ${at})`,
  },
}
/** Where a row's mark is; `name` in tables that are not listed. */
const columns: Record<string, string> = {
  idempotency_keys: 'key',
  sessions: 'id_hash',
  share_sessions: 'id_hash',
  devices: 'id_hash',
  links: 'token_hash',
  jobs: 'key',
  uploads: 'id',
  sign_in_steps: 'key',
  security_events: 'together',
  events: 'changes',
  notifications: 'text',
  held_changes: 'session',
  handovers: 'title',
  webhook_deliveries: 'event_id',
}

describe.each(enginesOfTier)('what only piles up, on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: Awaited<ReturnType<typeof createTestWorld>>
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
  })
  afterAll(() => world.close())
  const run = (statement: RawBuilder<unknown>) => statement.execute(world.app.services.database.kysely)
  const kept = () => retentions(world.app.services.catalog, world.app.services.catalog.serverModules)
  const isThere = async (table: string, mark: string) =>
    (await run(sql`select 1 from ${sql.table(table)} where ${sql.ref(columns[table] ?? 'name')} = ${mark}`)).rows.length
  const ago = (days: number, hours: number) =>
    new Date(clock.now().getTime() - days * 86_400_000 - hours * 3_600_000).toISOString()

  test('is removed by a daily job after its age, and not before', async () => {
    expect(Object.keys(rows).sort()).toEqual(
      kept()
        .map(({ name }) => name)
        .sort(),
    )
    const morning = clock.day(1)
    clock.moveTo(morning, '08:00')
    for (const { name, days } of kept()) {
      await run(rows[name]?.(ago(days, 1), `old ${name}`) ?? sql``)
      await run(rows[name]?.(ago(days, -1), `young ${name}`) ?? sql``)
    }
    // More than are removed in one statement.
    for (let at = 0; at < 1001; at++) await run(rows['Mailed links']?.(ago(0, 1), `many ${at}`) ?? sql``)
    for (const [name, { row }] of Object.entries(staying)) await run(row(ago(4000, 0), name))
    await world.app.runDaily()
    await world.app.jobs.drain()
    for (const { name, table } of kept())
      expect([name, await isThere(table, `old ${name}`), await isThere(table, `young ${name}`)]).toEqual([name, 0, 1])
    const left = await run(sql`select count(*) as n from links where token_hash like 'many %'`)
    expect(Number((left.rows[0] as { n: unknown }).n)).toBe(0)
    for (const [name, { table }] of Object.entries(staying))
      expect([name, await isThere(table, name)]).toEqual([name, 1])
  })
})

test.runIf(!isBrief)('reads no whole table of those that grow with a company', async () => {
  const database = openSqlite(':memory:')
  const world = await createTestWorld({ database })
  onTestFinished(() => world.close())
  const all = vi.spyOn(StatementSync.prototype, 'all')
  const run = vi.spyOn(StatementSync.prototype, 'run')
  await world.app.prune()
  const texts = [...all.mock.contexts, ...run.mock.contexts].map((one) => (one as StatementSync).expandedSQL)
  vi.restoreAllMocks()
  const steps: string[] = []
  for (const text of texts.filter((one) => /^(delete|update)/.test(one)))
    steps.push(
      ...(await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(database.kysely)).rows.map(
        ({ detail }) => detail,
      ),
    )
  expect(steps.length).toBeGreaterThan(12)
  expect(steps.filter((step) => /^SCAN (events|jobs|idempotency_keys)( |$)/.test(step))).toEqual([])
})

test('what operators read of it names each kind and its age', async () => {
  const { retention = [] } = notifications
  const text = readFileSync(new URL('../../docs/OPERATING.md', import.meta.url), 'utf8')
  for (const { name, days } of retentions(createCatalog('sqlite', []), [{ retention }]))
    expect(text).toContain(`| ${name} | ${days ? `${days} day${days > 1 ? 's' : ''}` : 'until they end'} |`)
})
