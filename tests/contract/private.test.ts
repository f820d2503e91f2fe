import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createCommands } from '../faults/commands.ts'
import { createRemote } from '../faults/browser.ts'
import { jpeg, upload } from '../files.ts'
import { isBrief } from '../tier.ts'
import { removeFolders, sampleFolder, startServer, temporaryFolder } from './server.ts'

afterAll(removeFolders)

/** What other users of this machine could read: every path with such permissions that no closed folder is above. */
function readable(folder: string): string[] {
  const open = (path: string) => (statSync(path).mode & 0o077) !== 0
  if (!open(folder)) return []
  const inside = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? readable(path) : open(path) ? [path] : []
  })
  return [folder, ...inside]
}
/** As a version before this one left it. */
function opened(folder: string): string {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) opened(path)
    else chmodSync(path, 0o644)
  }
  return folder
}
const withOpenMask = ['sh', '-c', 'umask 022; exec "$0" "$@"']

describe.skipIf(process.platform === 'win32')('what a company keeps is read by the user of its server alone', () => {
  test.runIf(!isBrief)('database, files, directories and mails, of this version and of earlier ones', async () => {
    const dataDir = opened(await sampleFolder())
    expect(readable(dataDir)).toContain(join(dataDir, 'plumbline.db'))
    const server = await startServer({ args: ['--api-only'], dataDir, within: withOpenMask })
    const admin = createRemote(() => server.url)
    await admin.signIn('admin@plumbline.test')
    const { status } = await upload(admin, '/api/projects/1/attachments', { file: ['a.jpg', jpeg('a')] })
    expect(status).toBe(201)
    expect(readable(dataDir)).toEqual([])
    await server.stop()
    // Each for itself, too: a folder may be opened again by hand.
    chmodSync(dataDir, 0o755)
    expect(readable(dataDir)).toEqual([dataDir])
  })

  test.runIf(!isBrief)('backups, also in a folder that has older ones', async () => {
    const dataDir = await sampleFolder()
    const backups = temporaryFolder()
    const run = createCommands()
    const older = join(backups, new Date(0).toISOString().replaceAll(/[:.]/g, '-'))
    mkdirSync(older)
    writeFileSync(join(older, 'plumbline.db'), '')
    opened(backups)
    const mask = process.umask(0o022)
    const { code, output } = await run('backup', { DATA_DIR: dataDir }, [backups])
    process.umask(mask)
    expect([code, output]).toEqual([0, expect.stringContaining('the database and')])
    expect(readable(backups)).toEqual([])
    chmodSync(backups, 0o755)
    expect(readable(backups)).toEqual([backups])
    expect(readdirSync(backups)).toHaveLength(3)
  })

  test.runIf(!isBrief)(
    'a folder with something else in it stays open, and what is the company’s in it does not',
    async () => {
      const dataDir = opened(await sampleFolder())
      writeFileSync(join(dataDir, 'notes.txt'), 'of someone else')
      chmodSync(join(dataDir, 'notes.txt'), 0o644)
      const { code } = await createCommands()('check-files', { DATA_DIR: dataDir }, [])
      expect(code).toBe(0)
      expect(readable(dataDir)).toEqual([dataDir, join(dataDir, 'notes.txt')])
    },
  )
})
