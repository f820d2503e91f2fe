import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { removeFolders, temporaryFolder } from '../contract/server.ts'
import { freshPostgres } from '../engines.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'
import { openReceiver, saying } from '../webhook-receiver.ts'
import { createRemote } from './browser.ts'
import { counts } from './counts.ts'
import { createProcesses } from './processes.ts'
import { createRandom } from './random.ts'

afterAll(removeFolders)
/** Two programs, which are told of as many records between two kills, each of which is renamed so often. */
const [PROGRAMS, RECORDS, RENAMED] = [2, 4, 2]
/** The longest that a program takes to answer, in milliseconds. */
const LONGEST = 8

/** Ends what a killed process holds, as half a minute does. */
async function endLeases(at: string) {
  const database = at.startsWith('postgres:') ? openPostgres(at) : openSqlite(at)
  await sql`update jobs set locked_until = null where done_at is null`.execute(database.kysely)
  await database.close()
}

/** Kills a process while it tells programs of changes, again and again, and checks what they were told in the end. */
async function killAgainAndAgain(name: string, at: string, kills: number) {
  const random = createRandom(name)
  const program = await openReceiver()
  const processes = createProcesses(at, { hosts: [program.host] })
  let server = await processes.start()
  let made = 0
  try {
    const admin = createRemote(() => server.url)
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    for (let nth = 0; nth < PROGRAMS; nth++) {
      const draft = { name: `Program ${nth}`, url: `${program.origin}/${nth}`, events: ['customer.*'], role: 'admin' }
      expect((await admin.post('/api/webhooks', draft)).status).toBe(201)
    }
    /** Adds a record, and renames it. */
    async function change() {
      const { data } = await admin.post('/api/customers', { name: `Customer ${made++}: 0` })
      for (let nth = 1; nth <= RENAMED; nth++) {
        const renamed = { name: data.name.replace(/0$/, `${nth}`) }
        expect((await admin.patch(`/api/customers/${data.id}`, renamed)).status).toBe(200)
      }
    }
    const inTime = () => new Promise((done) => setTimeout(done, random.below(LONGEST)))
    /** Kills the process at a random request of those to come, which is answered before or not at all. */
    async function killWhileTelling(isAnswered: boolean) {
      const dead = Promise.withResolvers<void>()
      let left = 1 + random.below(PROGRAMS * RECORDS * RENAMED)
      program.answer = async (one, response) => {
        const isLast = --left === 0
        await inTime()
        if (!isLast || isAnswered) saying(200)(one, response)
        if (isLast) void server.kill().then(dead.resolve)
      }
      const changed = Promise.allSettled(Array.from({ length: RECORDS }, change))
      await dead.promise
      await changed
    }
    for (let kill = 0; kill < kills; kill++) {
      await killWhileTelling(kill % 2 === 1)
      await endLeases(at)
      server = await processes.start()
    }
    program.answer = (one, response) => void inTime().then(() => saying(200)(one, response))
    await change()
    const waiting = async () => (await admin.get('/api/webhook_deliveries?state=waiting')).data.length
    await eventually(async () => expect(await waiting()).toBe(0))

    const each = Map.groupBy(program.received, ({ path, told: { id } }) => `${path} ${id}`)
    expect(each.size).toBe((await admin.get('/api/webhook_deliveries?state=done')).data.length)
    for (const same of each.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    const { data: customers } = await admin.get('/api/customers')
    for (const { id, name: last } of customers.filter(({ name: one }: { name: string }) => one.startsWith('Customer ')))
      for (let nth = 0; nth < PROGRAMS; nth++) {
        const told = program.received.filter(({ path, told: { record_id } }) => path === `/${nth}` && record_id === id)
        const order = told.map(({ told: { changes } }) => Number(changes.name?.new.at(-1) ?? 0))
        expect(order).toEqual(order.toSorted())
        expect([...new Set(order)]).toEqual(Array.from({ length: Number(last.at(-1)) + 1 }, (_, at) => at))
      }
    const again = program.received.length - each.size
    process.stdout.write(`${name}: ${kills} kills, ${each.size} deliveries, ${again} of them twice\n`)
    return again
  } finally {
    processes.close()
    await server.kill()
    await program.close()
  }
}

test.runIf(!isBrief)(
  'SQLite: what a killed process was to tell is told by the next, in order, with the same ids and bytes',
  async () => {
    expect(
      await killAgainAndAgain('webhooks with kill -9 on SQLite', temporaryFolder(), counts.webhookKills),
    ).toBeGreaterThan(0)
  },
)

test.runIf(!isBrief)('PostgreSQL: the same', async () => {
  expect(
    await killAgainAndAgain('webhooks with kill -9 on PostgreSQL', await freshPostgres(), counts.webhookKills),
  ).toBeGreaterThan(0)
})
