import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freshPostgres } from '../engines.ts'
import { createCommands } from '../faults/commands.ts'
import { isBrief } from '../tier.ts'
import { removeFolders, sampleFolder, temporaryFolder } from './server.ts'

afterAll(removeFolders)
const run = createCommands()
/** Every file and folder below a folder. */
const listing = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

describe('a command where there is no company says what it looked for and where, and creates nothing', () => {
  const nothing = (place: string) =>
    new RegExp(`there is no company in ${place}: plumbline.db is not there. Set DATA_DIR`)
  const commands: [string, (around: string) => string[]][] = [
    ['check-files', () => []],
    ['backup', (around) => [join(around, 'backups')]],
    ['move', (around) => ['--to', join(around, 'moved')]],
    ['recount', () => []],
    ['reindex', () => []],
    ['rotate-secrets', () => []],
  ]
  test.each(isBrief ? commands.slice(0, 1) : commands)('%s', async (name, words) => {
    const around = temporaryFolder()
    const empty = join(around, 'empty')
    mkdirSync(empty)
    const before = listing(around)
    const { code, output } = await run(name, { DATA_DIR: empty }, words(around))
    expect(output).toMatch(nothing(empty))
    expect([code, output.trim().split('\n').length]).toEqual([1, 1])
    expect(listing(around)).toEqual(before)
  })

  test.runIf(!isBrief)('restore', async () => {
    const around = temporaryFolder()
    const place = { DATA_DIR: join(around, 'place') }
    for (const folder of ['place', 'backups', 'backups/2026-11-22T14-00-00-000Z']) mkdirSync(join(around, folder))
    const before = listing(around)
    const said: [string, string][] = [
      ['mistyped', 'there is no such folder. Name the folder of one.'],
      ['place', 'it has no manifest.json. Name the folder of one.'],
      ['backups', `it holds backups. Name one of them, such as ${join(around, 'backups/2026-11-22T14-00-00-000Z')}.`],
    ]
    for (const [folder, why] of said) {
      const { code, output } = await run('restore', place, [join(around, folder)])
      expect([code, output]).toEqual([1, `restore: ${join(around, folder)} is no finished backup: ${why}\n`])
    }
    expect(listing(around)).toEqual(before)
  })

  test.runIf(!isBrief)('a folder that is not there, or whose database was never written', async () => {
    const around = temporaryFolder()
    const mistyped = join(around, 'mistyped')
    const asked = await run('check-files', { DATA_DIR: around }, [])
    expect(asked.output).toMatch(nothing(around))
    writeFileSync(join(around, 'plumbline.db'), '')
    const before = listing(around)
    expect((await run('check-files', { DATA_DIR: around }, [])).output).toMatch(nothing(around))
    const missing = await run('check-files', { DATA_DIR: mistyped }, [])
    expect([missing.code, missing.output]).toEqual([
      1,
      `check:files: there is no folder ${mistyped}. Set DATA_DIR to the folder of the company.\n`,
    ])
    expect(listing(around)).toEqual(before)
  })

  test.runIf(!isBrief)('an empty PostgreSQL database', async () => {
    const around = temporaryFolder()
    const place = { DATA_DIR: around, DATABASE_URL: await freshPostgres() }
    for (const [name, words] of commands) {
      const { code, output } = await run(name, place, words(around))
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/there is no company in the database \S+\/test_\w+: it/),
      ])
    }
    expect(listing(around)).toEqual([])
  })

  test.runIf(!isBrief)('where there is a company, they work', async () => {
    const DATA_DIR = await sampleFolder()
    expect(await run('check-files', { DATA_DIR }, [])).toMatchObject({ code: 0, output: '0 missing, 0 stray\n' })
  })
})
