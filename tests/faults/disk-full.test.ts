import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { backupsIn, UNFINISHED } from '#server/company/backup-place.ts'
import { DATABASE, faultsIn, readManifest } from '#server/company/manifest.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { removeFolders, sampleFolder, startServer, temporaryFolder } from '../contract/server.ts'
import { freshPostgres } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { createRemote } from './browser.ts'
import { createCommands, mayMount, withinMount } from './commands.ts'
import { createProcesses } from './processes.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)

const FULL = { status: 507, data: { message: expect.stringMatching(/disk is full.*not saved.*administrator/i) } }

test.runIf(!isBrief)(
  'SQLite: with a full disk, writes are refused with a message and leave nothing partial, reads work, and space is enough to recover',
  async () => {
    const database = openSqlite(temporaryFolder())
    const world = await createTestWorld({ database })
    const admin = await world.signIn('admin@plumbline.test')
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.kysely)
    const pages = Number(rows[0]?.page_count)
    const limit = (most: number) => sql`pragma max_page_count = ${sql.raw(String(most))}`.execute(database.kysely)
    const names = async () => {
      const { status, data } = await admin.get('/api/customers')
      expect(status).toBe(200)
      return data.map(({ name }: { name: string }) => name)
    }

    await limit(pages + 4)
    const kept: string[] = await names()
    const rooms = Array.from({ length: 500 }, (_, at) => ({ name: `Crowd ${at}` }))
    expect(
      await admin.post('/api/customers/store_many', { data: rooms }, { 'idempotency-key': 'crowd' }),
    ).toMatchObject(FULL)
    expect(await names()).toEqual(kept)
    let last: unknown
    for (let at = 0; at < 2000; at++) {
      const name = `Single ${at}`
      const answer = await admin.post('/api/customers', { name })
      last = answer
      if (answer.status !== 201) break
      kept.push(name)
    }
    expect(last).toMatchObject(FULL)
    expect((await names()).sort()).toEqual(kept.sort())
    expect((await admin.get('/api/customers?search=Single 1')).status).toBe(200)

    await limit(pages + 100_000)
    const again = await admin.post('/api/customers/store_many', { data: rooms }, { 'idempotency-key': 'crowd' })
    expect([again.status, again.data.length]).toEqual([200, 500])
    expect((await names()).length).toBe(kept.length + 500)
    expect((await sql`pragma integrity_check`.execute(database.kysely)).rows).toEqual([{ integrity_check: 'ok' }])
    await world.close()
  },
)

test.runIf(!isBrief)('PostgreSQL: the same', async () => {
  const clock = createTestClock()
  const database = openPostgres(await freshPostgres(), { max: 3 })
  const world = await createTestWorld({ database, clock })
  const admin = await world.signIn('admin@plumbline.test')
  // Simulates PostgreSQL's error for a table that cannot grow: for customers at the tenth insert, for sessions at once.
  for (const statement of [
    `create function grow() returns trigger language plpgsql as $$ begin
       raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device';
     end $$`,
    `create trigger grow before insert or update on customers for each row when (new.name like '%9') execute function grow()`,
    `create trigger grow before update on sessions for each row execute function grow()`,
  ])
    await sql.raw(statement).execute(database.kysely)
  const before = (await admin.get('/api/customers')).data
  const data = Array.from({ length: 50 }, (_, at) => ({ name: `Crowd ${at}` }))
  expect(await admin.post('/api/customers/store_many', { data })).toMatchObject(FULL)
  expect(await admin.post('/api/customers', { name: 'Single 9' })).toMatchObject(FULL)
  // A failure to update the last use of a session must not sign anyone out.
  clock.pass({ minutes: 10 })
  expect((await admin.get('/api/customers')).data).toEqual(before)
  await sql`drop trigger grow on customers`.execute(database.kysely)
  expect((await admin.post('/api/customers/store_many', { data })).data).toHaveLength(50)
  await world.close()
})

test.runIf(!isBrief)(
  'uploads: with a full disk a file is refused with the same message and leaves nothing behind',
  async () => {
    const folder = temporaryFolder()
    // The operating system limits files to 256 KiB.
    const processes = createProcesses(':memory:', { files: folder, mostBlocks: 512 })
    const server = await processes.start()
    try {
      const admin = createRemote(() => server.url)
      expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
      const { data: before } = await admin.get('/api/projects/1/attachments')
      const names = () =>
        readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? one.name : []))
      const sample = names()
      const send = (bytes: number) =>
        upload(admin, '/api/projects/1/attachments', { file: ['site.jpg', jpeg('x'.repeat(bytes))] })
      expect(await send(1024 * 1024)).toMatchObject(FULL)
      expect(names()).toEqual(sample)
      expect((await admin.get('/api/projects/1/attachments')).data).toEqual(before)
      expect(await send(1024)).toMatchObject({ status: 201 })
    } finally {
      processes.close()
      await server.kill()
    }
  },
)

test.runIf(!isBrief)(
  'backups: one that finds no room says so, leaves its room to others and the backups before as they were',
  async () => {
    const place = { DATA_DIR: await sampleFolder() }
    const server = await startServer({ args: ['--api-only'], dataDir: place.DATA_DIR })
    const admin = createRemote(() => server.url)
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    const backups = temporaryFolder()
    const run = createCommands()
    expect((await run('backup', place, [backups])).code).toBe(0)
    const [before = ''] = await backupsIn(backups)
    // Of a backup that was killed.
    mkdirSync(join(backups, before.replace(/^\d{4}/, '2000') + UNFINISHED))
    // The operating system lets it write the database, and not a file that is larger.
    const { size } = statSync(join(backups, before, DATABASE))
    const file = { file: ['site.jpg', jpeg('x'.repeat(size + 1024 * 1024))] as const }
    expect((await upload(admin, '/api/projects/1/attachments', file)).status).toBe(201)
    const { code, output } = await createCommands({ mostBlocks: size / 512 + 512 })('backup', place, [backups])
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^backup: the disk is full .*Make room, and try again\.\n$/),
    ])
    expect(readdirSync(backups).sort()).toEqual([before, 'lock.db'])
    expect((await admin.post('/api/customers', { name: 'Saved meanwhile' })).status).toBe(201)
    expect((await run('backup', place, [backups])).code).toBe(0)
    const names = await backupsIn(backups)
    expect(names).toHaveLength(2)
    for (const name of names)
      expect(await faultsIn(join(backups, name), await readManifest(join(backups, name)))).toEqual([])
    await server.stop()
  },
)

test.runIf(!isBrief).for(['SQLite', 'PostgreSQL'])(
  'backups: one of %s whose database finds no room says so, and nothing is left of it',
  async (engine, { skip }) => {
    skip(!mayMount(), 'no small file system can be mounted here')
    const place = { DATA_DIR: await sampleFolder() }
    const url = engine === 'PostgreSQL' ? { DATABASE_URL: await freshPostgres() } : {}
    const run = createCommands()
    if (url.DATABASE_URL !== undefined)
      expect(await run('move', place, ['--to', url.DATABASE_URL])).toMatchObject({ code: 0 })
    const folder = temporaryFolder()
    // Some of the database fits.
    const { code, output } = await createCommands({ small: { folder, size: '600k' } })('backup', { ...place, ...url }, [
      folder,
    ])
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^backup: the disk is full .*Make room, and try again\.\nlock\.db\n$/),
    ])
    expect(await run('backup', { ...place, ...url }, [folder])).toMatchObject({ code: 0 })
    const [made = ''] = await backupsIn(folder)
    expect(await faultsIn(join(folder, made), await readManifest(join(folder, made)))).toEqual([])
  },
)

/** Mounts a small file system over the data folder, which is filled completely before the server starts. */
const fullDisk = (folder: string, from: string): string[] =>
  withinMount(
    folder,
    '24m',
    `cp -r "${from}/." "${folder}" && { dd if=/dev/zero of="${folder}/filler" bs=4096 2>/dev/null; exec "$0" "$@"; }`,
  )

test.runIf(!isBrief)(
  'SQLite: a start on a full disk says so, serves what is there, and saves once there is room',
  async ({ skip }) => {
    skip(!mayMount(), 'no small file system can be mounted here')
    const [dataDir, from] = [temporaryFolder(), await sampleFolder()]
    // The session is created while there is space.
    const before = await startServer({ args: ['--api-only'], dataDir: from })
    let url = before.url
    const admin = createRemote(() => url)
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    const { data: customers } = await admin.get('/api/customers')
    await before.stop()

    // The process was killed, so the write-ahead log has not been merged into the database file.
    const killed = await startServer({ args: ['--api-only'], dataDir: from })
    url = killed.url
    const { data: last } = await admin.post('/api/customers', { name: 'Last before the disk was full' })
    await killed.stop('SIGKILL')

    const server = await startServer({ args: ['--api-only'], dataDir, within: fullDisk(dataDir, from) })
    url = server.url
    await eventually(() => expect(server.output()).toContain('The disk is full: what is there can be read'))
    const read = await admin.get('/api/customers')
    expect([read.status, read.data.length]).toEqual([200, customers.length + 1])
    expect(read.data).toContainEqual(last)
    expect(await admin.post('/api/customers', { name: 'No room' })).toMatchObject(FULL)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await admin.get('/readyz')).toMatchObject({
      status: 503,
      data: { ready: false, checks: { database: 'failed', files: 'failed' } },
    })

    const within = join('/proc', String(server.process.pid), 'root', dataDir)
    rmSync(join(within, 'filler'))
    expect((await admin.post('/api/customers', { name: 'Room again' })).status).toBe(201)
    expect((await admin.get('/readyz')).status).toBe(200)
    expect(readdirSync(join(within, 'files'))).not.toContain('.probe')
    expect(await server.stop()).toBe(0)
  },
)
