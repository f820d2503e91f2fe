/**
 * Breaks the code that holds rules and says how often the tests notice, area by area; it is no part of `npm test`.
 * `npm run mutate -- writes` takes one area, and what follows goes to Stryker: `--mutate src/core/writes/queue.ts:20-60`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedSample } from '../worlds.ts'
import { areas } from './areas.ts'

const [named, ...options] = process.argv.slice(2)
const wanted = named === undefined ? Object.keys(areas) : [named]
// Stryker starts its processes again after each endless loop; what they copy is made once.
const templates = mkdtempSync(join(tmpdir(), 'plumbline-mutation-'))
await seedSample(templates)
const failed = wanted.filter((area) => {
  console.warn(`Breaking ${area}.`)
  const { status } = spawnSync('stryker', ['run', 'tests/mutation/stryker.config.mjs', ...options], {
    // The workers of all mutants import the same files.
    env: { NODE_COMPILE_CACHE: 'data/compiled', ...process.env, MUTATED_AREA: area, TEMPLATES: templates },
    stdio: 'inherit',
  })
  return status !== 0
})
rmSync(templates, { recursive: true, force: true })
if (failed.length) {
  console.error(`Too few were noticed in ${failed.join(', ')}.`)
  process.exitCode = 1
}
