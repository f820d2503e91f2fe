import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freshPostgres } from '../engines.ts'
import { removeFolders, temporaryFolder } from '../contract/server.ts'
import { createRemote } from './browser.ts'
import { counts } from './counts.ts'
import { createProcesses } from './processes.ts'
import { createRandom } from './random.ts'
import { createWrites } from './writes.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)
const LANES = 4
/** The maximum delay in milliseconds between a process's first response and its kill. */
const LATEST = 100

/** Repeatedly starts a process, writes, kills it and checks, on the same database. */
async function killAgainAndAgain(name: string, at: string, kills: number) {
  const random = createRandom(name)
  const processes = createProcesses(at)
  let server = await processes.start()
  try {
    const client = createRemote(() => server.url)
    expect((await client.signIn('admin@plumbline.test')).status).toBe(204)
    const writes = createWrites(client, random)
    let cut = 0
    for (let kill = 0; kill < kills; kill++) {
      const { sent: from } = writes.counted()
      const killed = Promise.withResolvers<void>()
      let timer: ReturnType<typeof setTimeout> | undefined
      const answered = () =>
        void (timer ??= setTimeout(() => void server.kill().then(killed.resolve), random.below(LATEST)))
      await Promise.all(Array.from({ length: LANES }, () => writes.lane(answered)))
      await killed.promise
      const { sent, answered: told } = writes.counted()
      cut += sent - told
      server = await processes.start()
      await writes.settle(from)
    }
    await writes.checkAll()
    const { sent } = writes.counted()
    process.stdout.write(`${name}: ${kills} kills, ${sent} writes, ${cut} of them cut off\n`)
    return { sent, cut }
  } finally {
    processes.close()
    await server.kill()
  }
}

test('SQLite: every answered write outlives a kill -9, a batch is whole or not there, nothing is done twice', async () => {
  const folder = temporaryFolder()
  const { cut } = await killAgainAndAgain('kill -9 on SQLite', folder, counts.sqliteKills)
  expect(cut).toBeGreaterThan(counts.sqliteKills)
  const db = new DatabaseSync(join(folder, 'plumbline.db'))
  expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  // The search index must be consistent too.
  db.exec(`insert into customers_search(customers_search, rank) values ('integrity-check', 1)`)
  db.close()
})

test.runIf(!isBrief)('PostgreSQL: the same', async () => {
  const { cut } = await killAgainAndAgain('kill -9 on PostgreSQL', await freshPostgres(), counts.postgresKills)
  expect(cut).toBeGreaterThan(counts.postgresKills)
})
