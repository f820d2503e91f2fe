import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createRemote } from '../faults/browser.ts'
import { jpeg, upload } from '../files.ts'
import { create, patch } from '../tus.ts'
import { isBrief } from '../tier.ts'
import { removeFolders, sampleFolder, startServer } from './server.ts'

afterAll(removeFolders)

const script = fileURLToPath(new URL('../../src/server/check-files.ts', import.meta.url))
const check = (dataDir: string) =>
  new Promise<{ code: unknown; lines: string[] }>((done) =>
    execFile(
      process.execPath,
      [script],
      { cwd: dataDir, env: { ...process.env, DATA_DIR: dataDir } },
      (error, output) => done({ code: error?.code ?? 0, lines: output.trim().split('\n') }),
    ),
  )

test.runIf(!isBrief)(
  'the check names files that records miss and files that nothing names, and is content without',
  async () => {
    const dataDir = await sampleFolder()
    const server = await startServer({ args: ['--api-only'], dataDir })
    const admin = createRemote(() => server.url)
    await admin.signIn('admin@plumbline.test')
    const at = '/api/projects/1/attachments'
    const { data } = await upload(admin, at, { file: ['a.jpg', jpeg('a')], preview: ['p.jpg', jpeg('p')] })
    const { headers } = await create(admin, { for: at, size: 100 })
    await patch(admin, headers.get('location') ?? '', 0, new Uint8Array(50))
    await server.stop()
    expect(await check(dataDir)).toEqual({ code: 0, lines: ['0 missing, 0 stray'] })

    const files = join(dataDir, 'files')
    // One of the two JPEGs; the sample's own files are PDFs.
    const isPicture = ([folder, name]: readonly [string, string]) => readFileSync(join(files, folder, name))[0] === 0xff
    const [lost, name] = readdirSync(files)
      .filter((folder) => folder !== 'coming')
      .flatMap((folder) => readdirSync(join(files, folder)).map((name) => [folder, name] as const))
      .find(isPicture) ?? ['', '']
    rmSync(join(files, lost, name))
    const stray = crypto.randomUUID()
    mkdirSync(join(files, stray.slice(0, 2)), { recursive: true })
    writeFileSync(join(files, stray.slice(0, 2), stray), 'stray')
    const half = crypto.randomUUID()
    writeFileSync(join(files, 'coming', half), 'half')
    const { code, lines } = await check(dataDir)
    expect(code).toBe(1)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^missing  attachment ${data.id} \\((preview_)?path\\): ${lost}/${name}$`)),
        `stray    ${stray.slice(0, 2)}/${stray}`,
        `stray    ${half.slice(0, 2)}/${half} (unfinished)`,
        '1 missing, 2 stray',
      ]),
    )
  },
)
