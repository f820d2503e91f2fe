/** The baselines of the pictures: which Chromium they are of, and how they are taken anew and kept small. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { args } from '../browser.ts'
import { ensurePinned } from '../run/programs.ts'
import { withPalette } from './palette.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(import.meta.dirname, 'baselines')
const versionFile = join(folder, 'chromium.txt')

/** The version of the Chromium that drew the baselines. */
export const pinned = (): string => (existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '')

async function versionOf(executablePath: string): Promise<string> {
  const browser = await chromium.launch({ executablePath, args })
  const version = browser.version()
  await browser.close()
  return version
}

/** Each baseline with when it was written. */
const written = () =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => [join(folder, name), statSync(join(folder, name)).mtimeMs]),
  )

/**
 * Takes the baselines anew that no longer fit, in the Chromium of the package or the one of CHROMIUM_PATH that drew them;
 * words choose screens by their titles. Returns the files that were written.
 */
export async function takeBaselines(words: readonly string[]): Promise<string[]> {
  const given = process.env.CHROMIUM_PATH
  const drewThem = given && (await versionOf(given)) === pinned() ? given : undefined
  const executablePath = drewThem ?? ensurePinned(root)
  if (!executablePath) throw new Error('Baselines are taken in the Chromium of the package, which does not run here.')
  mkdirSync(folder, { recursive: true })
  writeFileSync(versionFile, `${await versionOf(executablePath)}\n`)
  const before = written()
  const config = 'tests/pictures/playwright.config.ts'
  const chosen = words.length ? ['-g', words.join('|')] : []
  spawnSync('npx', ['playwright', 'test', '--config', config, '--update-snapshots=changed', ...chosen], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const files = [...written()].flatMap(([file, at]) => (before.get(file) === at ? [] : [file]))
  for (const file of files) writeFileSync(file, withPalette(readFileSync(file)))
  return files
}
