import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

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
