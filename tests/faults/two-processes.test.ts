import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openPostgres } from '#server/db/postgres.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import { enqueueDaily, USUAL_TIME } from '#server/jobs/daily.ts'
import { loadModules } from '#server/modules.ts'
import { createCatalog } from '#server/resource/catalog.ts'
import { removeFolders, startServer, temporaryFolder, type Started } from '../contract/server.ts'
import { freshPostgres } from '../engines.ts'
import { jpeg } from '../files.ts'
import { BASE } from '../harness.ts'
import { freePort } from '../postgres.ts'
import { create, idOf, patch } from '../tus.ts'
import { createBalancer } from './balancer.ts'
import { createRemote } from './browser.ts'
import { counts } from './counts.ts'
import { createRandom } from './random.ts'
import { openTab } from './tab.ts'
import { runningClock } from '../clock/clock.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)
const LANES = 6
const TABS = 4
const JOBS = 300

test.runIf(!isBrief)(
  'two processes behind one address: one is killed under load, and nothing that was answered is lost',
  async () => {
    const random = createRandom('two processes')
    const url = await freshPostgres()
    const dataDir = temporaryFolder()
    const ports = [await freePort(), await freePort()]
    const start = (port: number | undefined) =>
      startServer({ args: ['--api-only'], dataDir, env: { DATABASE_URL: url, PORT: String(port) } })
    // The first one seeds the sample company.
    const servers: Started[] = [await start(ports[0]), await start(ports[1])]
    const balancer = await createBalancer(ports)
    const database = openPostgres(url, { max: 2 })
    const catalog = createCatalog('postgres', await loadModules())
    const admin = createRemote(() => balancer.url)
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    const tabs = await Promise.all(Array.from({ length: TABS }, () => openTab(admin, balancer.port)))
    await eventually(() => expect(tabs.map((tab) => tab.state())).toEqual(tabs.map(() => 'connected')))

    // The parts of one upload reach different processes.
    const direct = servers.map((server) => createRemote(() => server.url))
    for (const one of direct) for (const [name, value] of admin.cookies) one.cookies.set(name, value)
    const [first, second] = direct
    if (!first || !second) throw new Error('Two processes were started.')
    const picture = new Uint8Array([...new Uint8Array(jpeg()), ...new Uint8Array(3000)])
    const place = '/api/projects/1/attachments'
    const location = (await create(first, { for: place, size: picture.length })).headers.get('location') ?? ''
    expect((await patch(second, location, 0, picture.slice(0, 1000))).offset).toBe(1000)
    expect((await patch(first, location, 1000, picture.slice(1000, 2000))).offset).toBe(2000)
    expect((await patch(second, location, 2000, picture.slice(2000))).offset).toBe(picture.length)
    const attached = await first.post(place, { upload_id: idOf(location) })
    expect([attached.status, attached.data.size]).toEqual([201, picture.length])
    const kept = await second.fetch(`${BASE}/api/attachments/${attached.data.id}/file?download`)
    expect(new Uint8Array(await kept.arrayBuffer())).toEqual(picture)

    const jobs = async () =>
      (
        await sql<{
          id: unknown
          attempts: unknown
          done_at: unknown
          error: unknown
        }>`select * from jobs where kind = 'mail' order by id`.execute(database.kysely)
      ).rows

    async function enqueueMail(subject: string) {
      const payload = { to: 'ada@example.com', subject, text: 'Done once.' }
      await enqueue(database.kysely, runningClock.now().toISOString(), [{ kind: 'mail', lane: 'mail', payload }])
    }

    const answered = new Map<number, unknown>()
    let going = true
    let made = 0
    let again = 0
    async function save(name: string) {
      for (;;) {
        const answer = await admin.post('/api/customers', { name }, { 'idempotency-key': name }).catch(() => null)
        if (answer) {
          // The session and its token work on the other process, so all responses are successes.
          expect(answer.status).toBe(201)
          return void answered.set(answer.data.id, answer.data)
        }
        again++
        await new Promise((done) => setTimeout(done, 10))
      }
    }
    const lanes = Array.from({ length: LANES }, async () => {
      while (going) await save(`Balanced ${++made}`)
    })
    const cutOff = new Set<number>()
    const held = new Set<number>()
    try {
      for (let kill = 0; kill < counts.processKills; kill++) {
        const before = answered.size
        const known = Math.max(0, ...(await jobs()).map(({ id }) => Number(id)))
        for (let at = 0; at < JOBS; at++) await enqueueMail(`Job ${kill}-${at}`)
        await eventually(() => expect(answered.size).toBeGreaterThan(before + 40))
        // Kills may also hit running jobs, which are polled every three seconds.
        await eventually(async () =>
          expect((await jobs()).some(({ id, done_at }) => Number(id) > known && done_at)).toBe(true),
        )
        const victim = random.below(2)
        await new Promise((done) => setTimeout(done, random.below(150)))
        await servers[victim]?.stop('SIGKILL')
        // The survivor may hold one of these, and end it; a lease of the killed process may be over before it is cut short here.
        for (const { id } of (
          await sql<{ id: unknown }>`select id from jobs where done_at is null and locked_until is not null`.execute(
            database.kysely,
          )
        ).rows)
          held.add(Number(id))
        // The survivor handles everything for a while.
        await eventually(() => expect(answered.size).toBeGreaterThan(before + 80))
        // A process runs its mails one after another, so once the survivor has done a later one, those still held are the killed process's. They are available after their lease.
        await enqueueMail(`After kill ${kill}`)
        await eventually(async () => expect((await jobs()).at(-1)?.done_at).not.toBeNull())
        const taken = await sql<{
          id: unknown
        }>`update jobs set locked_until = ${new Date(0).toISOString()} where done_at is null and locked_until is not null returning id`.execute(
          database.kysely,
        )
        for (const { id } of taken.rows) cutOff.add(Number(id))
        servers[victim] = await start(ports[victim])
      }
      going = false
      await Promise.all(lanes)
      expect(again).toBeGreaterThan(0)

      const { data } = await admin.get('/api/customers')
      const kept = new Map(data.map((one: { id: number }) => [one.id, one]))
      for (const [id, record] of answered) expect(kept.get(id)).toEqual(record)
      const balanced = data.filter(({ name }: { name: string }) => name.startsWith('Balanced'))
      expect(balanced).toHaveLength(made)

      // A final event from each process reaches every tab, whichever process it is connected to.
      for (const server of servers) {
        const direct = createRemote(() => server.url)
        for (const [name, value] of admin.cookies) direct.cookies.set(name, value)
        expect((await direct.post('/api/customers', { name: `Last from ${server.port}` })).status).toBe(201)
      }
      const { data: all } = await admin.get('/api/customers')
      const wanted = all.sort((a: { id: number }, b: { id: number }) => a.id - b.id)
      for (const tab of tabs) await eventually(() => expect(tab.shown()).toEqual(wanted))

      await eventually(async () => expect((await jobs()).filter(({ done_at }) => done_at === null)).toEqual([]))
      // The processes enqueue them from 14:00 UTC on, and so does each of two others that start at that moment.
      const afternoon = new Date(`${runningClock.now().toISOString().slice(0, 10)}T14:00:00Z`)
      await Promise.all([1, 2].map(async () => enqueueDaily(database, catalog, afternoon, USUAL_TIME)))
      await sql`update jobs set run_at = ${new Date(0).toISOString()} where key like 'daily %'`.execute(database.kysely)
      // Daily jobs enqueue others, such as reminders, and these mails.
      await eventually(async () => {
        const due = sql`select key from jobs where done_at is null and (key like 'daily %' or (failed_at is null and run_at <= ${runningClock.now().toISOString()}))`
        expect((await due.execute(database.kysely)).rows).toEqual([])
      })
      const daily = await sql<{
        key: string
        attempts: unknown
      }>`select key, attempts from jobs where kind = 'daily'`.execute(database.kysely)
      expect(daily.rows.length).toBeGreaterThan(0)
      expect(daily.rows.filter(({ attempts }) => Number(attempts) > 1)).toEqual([])
      for (const { id, attempts, error } of await jobs()) {
        expect(existsSync(join(dataDir, 'mail', `job-${Number(id)}.eml`))).toBe(true)
        const tries = cutOff.has(Number(id)) ? [2] : held.has(Number(id)) ? [1, 2] : [1]
        expect([id, error]).toEqual([id, null])
        expect(tries, `attempts of job ${Number(id)}`).toContain(Number(attempts))
      }
      process.stdout.write(
        `two processes: ${counts.processKills} kills, ${answered.size} saves answered, ${again} sent again, ${cutOff.size} jobs taken over\n`,
      )
    } finally {
      going = false
      for (const tab of tabs) tab.close()
      await Promise.allSettled(lanes)
      balancer.close()
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      await database.close()
    }
  },
)
