import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { backupsIn, readBackupPlace } from '#server/company/backup-place.ts'
import { makeBackup } from '#server/company/backup.ts'
import { copyDatabase, tallyOf } from '#server/company/copy-database.ts'
import { prepareTables } from '#server/db/prepare-tables.ts'
import { MANIFEST } from '#server/company/manifest.ts'
import { moveCompany } from '#server/company/move.ts'
import { runBackup } from '#server/company/run-backup.ts'
import { restore } from '#server/company/restore.ts'
import { beginCopy, checkFinished } from '#server/company/unfinished.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { loadModules } from '#server/modules.ts'
import { createCatalog, type Catalog } from '#server/resource/catalog.ts'
import { enginesOfTier, freshPostgres } from '../engines.ts'
import { sampleData } from '../sample.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
const temporary = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const open = ({ databaseUrl, dataDir }: Config): Database =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, { max: 4 })
const serve = (config: Config) =>
  createTestWorld({ database: open(config), files: folderStore(join(config.dataDir, 'files')) })

/** An empty place of its own for a company. */
const places = {
  SQLite: async () => readConfig({ DATA_DIR: await temporary() }, 'empty'),
  PostgreSQL: async () => readConfig({ DATA_DIR: await temporary(), DATABASE_URL: await freshPostgres() }, 'empty'),
}
type Engine = keyof typeof places
/** A place of its own with the sample company. */
async function sampled(engine: Engine, folder: string): Promise<Config> {
  const url = await sampleData(engine, folder)
  return readConfig({ DATA_DIR: folder, ...(url && { DATABASE_URL: url }) }, 'empty')
}

describe.each(enginesOfTier)('backups of a company on $engine', ({ engine }) => {
  let config: Config
  let catalog: Catalog
  let world: World
  let admin: Client
  let data: string
  let backups: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'plumbline-served-'))
    backups = await mkdtemp(join(tmpdir(), 'plumbline-backups-'))
    config = await sampled(engine, data)
    catalog = createCatalog(engine === 'SQLite' ? 'sqlite' : 'postgres', await loadModules())
    world = await serve(config)
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    await world.close()
    await rm(data, { recursive: true, force: true })
    await rm(backups, { recursive: true, force: true })
  })
  const backup = (keep = 14) => makeBackup(config, catalog, { folder: backups, keep })
  /** What a restored company answers to its administrator. */
  async function answers(restored: World) {
    const again = await restored.signIn('admin@plumbline.test')
    const { data: projects } = await again.get('/api/projects?status=all')
    const { data: history } = await again.get('/api/projects/1/history')
    return { projects, history }
  }

  test.each(isBrief ? (['SQLite'] as Engine[]) : (['SQLite', 'PostgreSQL'] as Engine[]))(
    'a backup made while it is served is restored on %s, with every save and file from before',
    async (other) => {
      const { data: photo } = await upload(admin, '/api/projects/1/attachments', { file: ['a.jpg', jpeg(other)] })
      await admin.patch('/api/projects/1', { name: `Renamed for ${other}` })
      const { folder, missing } = await backup()
      expect(missing).toEqual([])
      const place = await places[other]()
      const target = createCatalog(other === 'SQLite' ? 'sqlite' : 'postgres', await loadModules())
      await restore(place, target, folder)
      // Run again, it finds that all is there.
      await restore(place, target, folder)
      const restored = await serve(place)
      onTestFinished(() => restored.close())
      const { projects, history } = await answers(restored)
      expect(projects).toEqual((await admin.get('/api/projects?status=all')).data)
      expect(history).toEqual((await admin.get('/api/projects/1/history')).data)
      const again = await restored.signIn('admin@plumbline.test')
      const file = await again.fetch(`http://plumbline.test/api/attachments/${photo.id}/file`)
      expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(jpeg(other)))
      await again.post('/api/customers', { name: 'New' })
      await expect(restore(place, target, folder)).rejects.toThrow('has a company already')
      // New records get ids after the last ones.
      const { status } = await again.post('/api/customers', { name: `After ${other}` })
      expect(status).toBe(201)
      await expect(restore(place, target, folder)).rejects.toThrow(/company already|other files/)
      expect(restored.errors).toEqual([])
    },
  )

  test('files are shared with the backup before, and only so many backups are kept', async () => {
    await backup(2)
    const { folder } = await backup(2)
    expect(await backupsIn(backups)).toHaveLength(2)
    expect((await readdir(backups)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
    expect(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))).toMatchObject({ format: 1 })
  })

  test.runIf(!isBrief)('two backups at once into one folder: one is made, the other says why not', async () => {
    const outcomes = await Promise.allSettled([backup(9), backup(9)])
    const refused = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason)
    expect(refused).toEqual([new Error(`another backup is being made in ${backups}. Try again when it has ended.`)])
    const made = await backup(2)
    expect(await backupsIn(backups)).toContain(basename(made.folder))
  })

  test('a damaged or unfinished backup is refused before anything is written', async () => {
    const [name = ''] = await backupsIn(backups)
    const damaged = join(await temporary(), 'copy')
    await cp(join(backups, name), damaged, { recursive: true })
    await appendFile(join(damaged, 'plumbline.db'), 'x')
    const place = await places[engine]()
    await expect(restore(place, catalog, damaged)).rejects.toThrow('plumbline.db has other content than when it was')
    await rm(join(damaged, MANIFEST))
    await expect(restore(place, catalog, damaged)).rejects.toThrow('is no finished backup')
    expect(await readdir(place.dataDir)).toEqual([])
  })

  test.runIf(!isBrief)('files that belong to something else are in the way of a restore', async () => {
    const [name = ''] = await backupsIn(backups)
    const place = await places[engine]()
    await cp(join(data, 'files'), join(place.dataDir, 'files'), { recursive: true })
    const id = crypto.randomUUID()
    await writeFile(join(place.dataDir, 'files', (await readdir(join(place.dataDir, 'files')))[0] ?? '', id), 'stray')
    await expect(restore(place, catalog, join(backups, name))).rejects.toThrow('there are other files')
  })
})

const moves = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
] as const
test.runIf(!isBrief).each(moves)(
  'a company moves from %s to %s, goes on after it was broken off, and is counted',
  async (one, other) => {
    const [source, target] = [await sampled(one, await temporary()), await places[other]()]
    const catalog = createCatalog(one === 'SQLite' ? 'sqlite' : 'postgres', await loadModules())
    const [from, to] = [open(source), open(target)]
    const broken = moveCompany(from, to, catalog, (table) => {
      if (table === 'projects') throw new Error('The power is gone.')
    })
    await expect(broken).rejects.toThrow('The power is gone.')
    await expect(checkFinished(to)).rejects.toThrow('was broken off. Run the same command again')
    const copied: string[] = []
    const tallies = await moveCompany(from, to, catalog, (table, rows) => void (rows && copied.push(table)))
    await checkFinished(to)
    // What the first attempt had copied by ids is not copied again.
    expect(copied).not.toContain('customers')
    expect(copied).toContain('time_entries')
    expect(await tallyOf(to)).toEqual(tallies)
    // Run again, it finds that all is there, since whoever's command was killed in its last moment cannot know.
    const idle = () => expect.unreachable('nothing is copied')
    expect(await moveCompany(from, to, catalog, idle)).toEqual(tallies)
    await Promise.all([from.close(), to.close()])

    const moved = await createTestWorld({ database: open(target), files: folderStore(join(source.dataDir, 'files')) })
    const admin = await moved.signIn('admin@plumbline.test')
    expect((await admin.get('/api/projects?page=1')).status).toBe(200)
    expect((await admin.post('/api/customers', { name: 'New' })).status).toBe(201)
    await moved.close()
    const [again, changed] = [open(source), open(target)]
    await expect(moveCompany(again, changed, catalog, idle)).rejects.toThrow('there is a company at the target already')
    await Promise.all([again.close(), changed.close()])
  },
)

test.runIf(!isBrief)('a copy that differs from what it was made of is not taken for one', async () => {
  const [source, target] = [await sampled('SQLite', await temporary()), await places.PostgreSQL()]
  const catalog = createCatalog('sqlite', await loadModules())
  const [from, to] = [open(source), open(target)]
  onTestFinished(async () => void (await Promise.all([from.close(), to.close()])))
  await prepareTables(to, catalog)
  await copyDatabase(from, to)
  await sql`delete from projects where id = 3`.execute(to.kysely)
  await beginCopy(to, 'something else')
  await moveCompany(from, to, catalog, () => {})
  expect((await sql`select id from projects where id = 3`.execute(to.kysely)).rows).toHaveLength(1)
})

test.each(['', '?keep=3', '/x?keep=0', '/x?keep=many'])('the setting BACKUPS refuses %j', (text) => {
  expect(() => readBackupPlace(text)).toThrow('set it to a folder, such as /var/backups/plumbline?keep=14')
})

test.runIf(!isBrief)(
  'the server makes its backup in a thread of its own, and tells why one could not be made',
  async () => {
    const [source, backups] = [await sampled('SQLite', await temporary()), await temporary()]
    const lines: string[] = []
    const log = { info: (line: string) => void lines.push(line) }
    vi.stubEnv('DATA_DIR', source.dataDir)
    vi.stubEnv('BACKUPS', backups)
    onTestFinished(() => void vi.unstubAllEnvs())
    await runBackup(log)
    expect(lines).toEqual([expect.stringMatching(/: the database and \d+ files$/)])
    expect(await backupsIn(backups)).toHaveLength(1)
    vi.stubEnv('DATA_DIR', await temporary())
    await expect(runBackup(log)).rejects.toThrow('backup: there is no company in')
  },
)
