/**
 * Seeds the sample company once for all tests of a run, into the folder that SEEDED names: each seeding takes five seconds
 * of a processor, and a run would need thirteen. See `tests/seeded.ts`.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { clockArgs } from '../clock/today.ts'
import { companyDay } from '../seeded.ts'
import { seedSample, seedServed } from '../worlds.ts'

const folder = process.env.SEEDED
if (!folder) throw new Error('SEEDED names no folder.')
const script = fileURLToPath(new URL('../../.storybook/seed-company.ts', import.meta.url))
mkdirSync(folder)
await Promise.all([
  seedSample(folder),
  seedServed(join(folder, 'served')),
  promisify(execFile)(process.execPath, [...clockArgs, script, join(folder, 'company')]),
])
// Said last: what is not complete is not used.
writeFileSync(join(folder, 'day'), companyDay())
