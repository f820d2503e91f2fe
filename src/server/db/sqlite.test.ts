import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openSqlite } from './sqlite.ts'

/** A database in a folder of its own. */
function openInFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = openSqlite(folder)
  onTestFinished(() => database.close())
  return database
}

test('in memory, where both are one connection, reading writes nothing either', async () => {
  const { kysely, reads } = openSqlite(':memory:')
  await sql`create table notes (text text)`.execute(kysely)
  const into = sql`insert into notes`
  for (const write of [sql`${into} values ('no')`, sql`delete from notes`, sql` update notes set text = ''`])
    await expect(write.execute(reads)).rejects.toThrow('readonly')
  await expect(reads.insertInto('notes').values({ text: 'no' }).execute()).rejects.toThrow('readonly')
  const found = sql`with found as (select text from notes) select * from found`
  expect((await found.execute(reads)).rows).toEqual([])
  await kysely.destroy()
})

test('reads wait for no transaction, and see what is committed', async () => {
  const { kysely, reads } = openInFolder()
  await sql`create table notes (text text)`.execute(kysely)
  const count = async () => (await sql<{ n: number }>`select count(*) as n from notes`.execute(reads)).rows[0]?.n
  await kysely.transaction().execute(async (db) => {
    await sql`insert into notes values ('under way')`.execute(db)
    expect(await count()).toBe(0)
  })
  expect(await count()).toBe(1)
  await expect(sql`insert into notes values ('no')`.execute(reads)).rejects.toThrow('readonly')
})

test('a thread writes the write-ahead log into the file, and no commit does', async () => {
  const { kysely } = openInFolder()
  const state = async () => {
    const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(noop)`.execute(kysely)
    return rows[0]
  }
  await sql`create table notes (text text)`.execute(kysely)
  await kysely.transaction().execute(async (db) => {
    for (let page = 0; page < 1200; page++) await sql`insert into notes values (${'x'.repeat(4000)})`.execute(db)
  })
  const committed = await state()
  expect(committed?.log).toBeGreaterThan(1200)
  expect(committed?.checkpointed).toBe(0)
  await eventually(async () => expect((await state())?.checkpointed).toBe(committed?.log))
})

test('a log that cannot be written into the file is said once, not after each commit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-checkpoints-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const db = new DatabaseSync(join(folder, 'plumbline.db'))
  db.exec('pragma journal_mode = wal')
  const said: string[] = []
  const checkpoints = createCheckpoints(db, join(folder, 'away', 'plumbline.db'), (trouble) => said.push(trouble))
  db.exec(`create table notes (text text); insert into notes values ('${'x'.repeat(5_000_000)}')`)
  for (let commit = 0; commit < 3; commit++) await eventually(() => expect(checkpoints.look()).toBe(true))
  await eventually(() => expect(said).not.toEqual([]))
  expect(said).toEqual([
    expect.stringMatching(/^The write-ahead log stays out of the database file\. .*unable to open/),
  ])
  await checkpoints.close()
  db.close()
})

test('what is deleted does not linger in the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-deleted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = () => readFileSync(join(folder, 'plumbline.db'), 'latin1')
  const before = openSqlite(folder)
  await sql`create table secrets (id integer primary key, token text)`.execute(before.kysely)
  for (const who of ['Ann', 'Ben', 'Cy'])
    await sql`insert into secrets (token) values (${`told to ${who}`})`.execute(before.kysely)
  await before.close()
  expect(file()).toContain('told to Ben')
  const after = openSqlite(folder)
  await sql`delete from secrets where token = 'told to Ben'`.execute(after.kysely)
  await after.close()
  expect(file()).not.toContain('to Ben')
})
