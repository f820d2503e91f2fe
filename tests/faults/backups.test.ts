import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { backupsIn, UNFINISHED } from '#server/company/backup-place.ts'
import { DATABASE, faultsIn, readManifest } from '#server/company/manifest.ts'
import { storedPaths } from '#server/company/stored-paths.ts'
import { tallyOf } from '#server/company/copy-database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite, openSqliteFile } from '#server/db/sqlite.ts'
import { removeFolders, startServer, temporaryFolder } from '../contract/server.ts'
import { freshPostgres } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import type { Client } from '../harness.ts'
import { createRemote } from './browser.ts'
import { createCommands, type Place } from './commands.ts'
import { counts } from './counts.ts'
import { createRandom } from './random.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)
const LANES = 3
/**
 * How often a lane saves or uploads while one backup is made: were it so often a second, a slow backup would make the
 * next one larger, and so slower still.
 */
const SAVES = 60
const FILES = 8
const KEPT = 3

const places = {
  SQLite: async (): Promise<Place> => ({ DATA_DIR: temporaryFolder() }),
  PostgreSQL: async (): Promise<Place> => ({ DATA_DIR: temporaryFolder(), DATABASE_URL: await freshPostgres() }),
}
type Engine = keyof typeof places
const engines = ['SQLite', 'PostgreSQL'] as const
const open = ({ DATABASE_URL, DATA_DIR }: Place) =>
  DATABASE_URL === undefined ? openSqlite(DATA_DIR) : openPostgres(DATABASE_URL, { max: 2 })

/**
 * Saves and uploads until it is stopped, and what of both was answered so far: names of customers and of files.
 * @param took how many milliseconds a backup takes
 */
function load(admin: Client, took: () => number) {
  const answered = { customers: [] as string[], files: [] as string[] }
  let going = true
  let made = 0
  const save = async () => {
    while (going) {
      const name = `Saved ${++made}`
      expect((await admin.post('/api/customers', { name })).status).toBe(201)
      answered.customers.push(name)
      await wait(took() / SAVES)
    }
  }
  const send = async () => {
    while (going) {
      const name = `photo-${++made}.jpg`
      const { status } = await upload(admin, '/api/projects/1/attachments', { file: [name, jpeg(name)] })
      expect(status).toBe(201)
      answered.files.push(name)
      await wait(took() / FILES)
    }
  }
  const lanes = [...Array.from({ length: LANES }, save), send()]
  // A lane that fails is reported when they are stopped.
  for (const lane of lanes) lane.catch(() => {})
  return {
    answered,
    async stop() {
      going = false
      await Promise.all(lanes)
    },
  }
}

/** The numbers of customers and files in a backup, which has all of these and no file that is missing or damaged. */
async function checkBackup(folder: string, customers: readonly string[], files: readonly string[]) {
  const manifest = await readManifest(folder)
  expect(await faultsIn(folder, manifest)).toEqual([])
  // Opening it changes it, and a later check would find it damaged.
  const opened = join(temporaryFolder(), DATABASE)
  cpSync(join(folder, DATABASE), opened)
  const copy = openSqliteFile(opened)
  const paths = await storedPaths(copy)
  await copy.close()
  expect([...paths].filter((path) => !(`files/${path}` in manifest.files))).toEqual([])
  const db = new DatabaseSync(opened, { readOnly: true })
  const namesIn = (table: string) =>
    new Set(
      db
        .prepare(`select name from ${table}`)
        .all()
        .map(({ name }) => String(name)),
    )
  const held = { customers: namesIn('customers'), files: namesIn('attachments') }
  expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  db.close()
  expect(customers.filter((name) => !held.customers.has(name))).toEqual([])
  expect(files.filter((name) => !held.files.has(name))).toEqual([])
}

describe.each(engines.slice(0, counts.backupEngines))('backups under load on %s', (engine) => {
  test.runIf(!isBrief)(
    'each has all that was answered before it began, and no file dangles, also after a kill -9 in the one before',
    async () => {
      const random = createRandom(`backups on ${engine}`)
      const run = createCommands()
      const place = await places[engine]()
      const backups = join(temporaryFolder(), 'backups')
      const { DATA_DIR: dataDir, ...env } = place
      const server = await startServer({ args: ['--api-only'], dataDir, env })
      const admin = createRemote(() => server.url)
      let killed = 0
      try {
        expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
        let took = 3000
        const { answered, stop } = load(admin, () => took)
        for (let round = 0; round < counts.backups; round++) {
          if (round % Math.ceil(counts.backups / counts.commandKills) === 0) {
            const before = await backupsIn(backups)
            const { code } = await run('backup', place, [`${backups}?keep=${KEPT}`], random.below(took))
            if (code === null) killed++
            // What was there is there, and what was broken off is no backup, or a whole one.
            const after = await backupsIn(backups)
            expect(after).toEqual(expect.arrayContaining(before.slice(-KEPT + 1)))
            for (const name of after.slice(-1)) await checkBackup(join(backups, name), [], [])
          }
          const { exitCode, signalCode } = server.process
          expect([exitCode, signalCode], server.output().slice(-2000)).toEqual([null, null])
          const [customers, files] = [[...answered.customers], [...answered.files]]
          const made = await run('backup', place, [`${backups}?keep=${KEPT}`])
          expect([made.code, made.output]).toEqual([0, expect.not.stringContaining('missing')])
          took = made.took
          const names = await backupsIn(backups)
          expect(names.length).toBeLessThanOrEqual(KEPT)
          await checkBackup(join(backups, names.at(-1) ?? ''), customers, files)
          expect(readdirSync(backups).filter((name) => name.endsWith(UNFINISHED))).toEqual([])
        }
        await stop()
        process.stdout.write(
          `${counts.backups} backups on ${engine}, ${killed} others killed, ${answered.customers.length} saves and ${answered.files.length} files meanwhile\n`,
        )
      } finally {
        await server.stop('SIGKILL')
      }
    },
  )
})

test.runIf(!isBrief)(
  'a restore or move that is killed at any moment is finished by the same command, and all is there',
  async () => {
    const random = createRandom('restores and moves')
    const run = createCommands()
    const served = await places.SQLite()
    const server = await startServer({ args: ['--api-only'], dataDir: served.DATA_DIR })
    const admin = createRemote(() => server.url)
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
      expect((await upload(admin, '/api/projects/1/attachments', { file: [name, jpeg(name)] })).status).toBe(201)
    await server.stop()
    const backups = join(temporaryFolder(), 'backups')
    expect((await run('backup', served, [backups])).code).toBe(0)
    const folder = join(backups, (await backupsIn(backups))[0] ?? '')
    const { tables } = await readManifest(folder)
    const tallies = async (place: Place) => {
      const database = open(place)
      try {
        return await tallyOf(database)
      } finally {
        await database.close()
      }
    }
    /** How long they took until they were complete, in milliseconds. */
    const took = { restore: { SQLite: 900, PostgreSQL: 1500 }, move: { SQLite: 900, PostgreSQL: 1500 } }
    /** Kills a command at a random moment, and then runs it again to its end; 1 if it was killed before its end. */
    async function finish(
      attempt: (killAfter?: number) => ReturnType<ReturnType<typeof createCommands>>,
      known: Record<Engine, number>,
      engine: Engine,
    ) {
      const first = await attempt(random.below(known[engine]))
      const last = first.code === 0 ? first : await attempt()
      expect([last.code, last.output]).toEqual([0, expect.any(String)])
      known[engine] = last.took
      return first.code === 0 ? 0 : 1
    }
    let killed = 0
    for (let round = 0; round < counts.commandKills; round++) {
      const [engine, other] = round % 2 ? (['PostgreSQL', 'SQLite'] as const) : (['SQLite', 'PostgreSQL'] as const)
      const restored = await places[engine]()
      killed += await finish((after) => run('restore', restored, [folder], after), took.restore, engine)
      expect(await tallies(restored)).toMatchObject(tables)
      const checked = await run('check-files', restored, [])
      expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('0 missing, 0 stray')])

      const moved = await places[other]()
      mkdirSync(moved.DATA_DIR, { recursive: true })
      const to = moved.DATABASE_URL ?? moved.DATA_DIR
      killed += await finish((after) => run('move', restored, ['--to', to], after), took.move, other)
      expect(await tallies(moved)).toEqual(await tallies(restored))
    }
    process.stdout.write(`${counts.commandKills * 2} restores and moves, ${killed} of them killed\n`)
  },
)
