import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE, createTestWorld, PASSWORD } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { isBrief } from '../tier.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const node = (script: string, ...args: string[]) =>
  run(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root })

let world: Awaited<ReturnType<typeof createTestWorld>>
let folder: string
beforeAll(async () => {
  world = await createTestWorld({ database: await sampleSqlite() })
  folder = await mkdtemp(join(tmpdir(), 'days-work-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

test.runIf(!isBrief)('a client that a stock generator makes of the document does a day’s work', async () => {
  const browser = world.client()
  const { data } = await browser.get('/api/openapi.json')
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(data))
  const client = join(folder, 'client.ts')
  await node('oazapfts/dist/cli.js', join(folder, 'openapi.json'), client, '--futureStripLegacyMethods')
  const script = join(folder, 'days-work.ts')
  await copyFile(join(root, 'tests/openapi/days-work.ts'), script)
  const strict = ['--strict', '--noUnusedLocals', '--noUncheckedIndexedAccess', '--skipLibCheck']
  const kind = ['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node']
  const out = ['--rewriteRelativeImportExtensions', '--outDir', join(folder, 'out')]
  await node('typescript/bin/tsc', ...strict, ...kind, ...out, join(folder, 'days-work.ts'), '--ignoreConfig').catch(
    ({ stdout, stderr }) => expect(`${stdout}${stderr}`).toBe(''),
  )
  await writeFile(join(folder, 'out/package.json'), '{ "type": "module" }')
  const { work } = await import(pathToFileURL(join(folder, 'out/days-work.js')).href)
  const { fetch, cookies } = browser
  const at = { baseUrl: BASE, fetch, cookie: (name: string) => cookies.get(name) }
  const asManager = { email: 'manager@plumbline.test', password: PASSWORD, today: world.clock.day(0) }
  const done = await work({ ...at, ...asManager }).catch(
    ({ message, data: why }: { message: string; data: unknown }) => {
      throw new Error(`${message} ${JSON.stringify(why)}`)
    },
  )
  expect(done).toEqual({
    me: 'manager@plumbline.test',
    sameTime: true,
    hours: 7.5,
    note: 'note',
    delays: 'Crane late',
    open: ['Conduit route', 'Lamp type'],
    errors: { title: ['Title is required'], question: ['Question is required'] },
  })
  expect(world.errors).toEqual([])
})
