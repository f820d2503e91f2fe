import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { clockStart } from './clock/provide.ts'
import { clockArgs } from './clock/today.ts'
import { startServer } from './contract/server.ts'
import { eventually } from './eventually.ts'
import { createRemote } from './faults/browser.ts'
import { startCluster } from './postgres.ts'
import { copySeeded, seeded } from './seeded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server in which tests create their own databases. */
    postgresUrl: string
    /** The folder with what tests copy: `sample` and `files` of the sample company, and the data folder of a server. */
    templates: string
    /** The name of the PostgreSQL database with the sample company, which tests copy. */
    template: string
  }
}

const seed = fileURLToPath(new URL('./seed.ts', import.meta.url))
const runSeed = (...words: string[]) => promisify(execFile)(process.execPath, [...clockArgs, seed, ...words])

/**
 * Seeds the sample company into a folder that has none, and into a database of that name on a PostgreSQL server unless its
 * URL is empty.
 */
export async function seedSample(templates: string, url = '', template = ''): Promise<void> {
  await runSeed(templates, url, template, String(clockStart))
}

/** Seeds the sample company into the data folder of a server, as its first start does. */
export async function seedServed(dataDir: string): Promise<string> {
  mkdirSync(dataDir)
  const server = await startServer({ args: ['--api-only'], dataDir })
  const admin = createRemote(() => server.url)
  await admin.signIn('admin@plumbline.test')
  // The previews of the sample's files are made once, and not at any time in each server that starts with a copy.
  await eventually(async () => {
    const { lanes } = (await admin.get('/api/company_settings/system')).data
    if (lanes.some(({ due_since }: { due_since: string | null }) => due_since)) throw new Error('Jobs are due.')
  })
  await server.stop()
  return dataDir
}

/** What a test file mentions that copies the sample company on PostgreSQL. */
const needsTemplate = /openSample|samplePostgres|sampleData/
/** What a test file mentions that needs a database with the sample company. */
const needsWorld = /harness\.ts|engines\.ts|sample\.ts|contract\/server\.ts|\.\/server\.ts|world\.ts/

/**
 * Starts a PostgreSQL server and seeds the sample company once in each engine, before the first test, since seeding takes
 * as long as the machine is busy. Runs of tests that need neither start at once.
 */
export default async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
  const templates = mkdtempSync(join(tmpdir(), 'plumbline-templates-'))
  const template = `sample_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  provide('templates', templates)
  provide('template', template)
  const texts = vitest.state.getPaths().map((path) => readFileSync(path, 'utf8'))
  const isNeeded = texts.some((text) => needsWorld.test(text))
  const known = process.env.TEST_DATABASE_URL
  const isServed = texts.some((text) => text.includes('sampleFolder('))
  const served = isServed ? (seeded('served') ?? seedServed(join(templates, 'served'))) : undefined
  const cluster = known === undefined && isNeeded ? await startCluster({ durable: false }) : undefined
  const url = known ?? cluster?.url ?? ''
  provide('postgresUrl', url)
  try {
    if (isNeeded) {
      copySeeded('sample', join(templates, 'sample'))
      await seedSample(templates, texts.some((text) => needsTemplate.test(text)) ? url : '', template)
    }
    // Workers inherit it.
    if (served) process.env.SAMPLE_FOLDER = await served
  } catch (error) {
    // A setup that fails is not torn down.
    await cluster?.stop()
    rmSync(templates, { recursive: true, force: true })
    throw error
  }
  return async () => {
    rmSync(templates, { recursive: true, force: true })
    if (cluster) await cluster.stop()
    else if (isNeeded) await runSeed('remove', url, template)
  }
}
