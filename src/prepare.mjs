// Runs before any dependency is installed, under any version of Node. Installs the dependencies if package-lock.json has
// changed since the last run, and with "build" also builds the front end if its sources have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function run(...args) {
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** Runs `task` unless it has already run for the same input. */
function whenChanged(marker, input, task) {
  const path = join(root, marker)
  if (existsSync(path) && readFileSync(path, 'utf8') === input) return
  task()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, input)
}

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
whenChanged('node_modules/.plumbline-installed', lock, () => run('ci', '--no-audit', '--no-fund', '--loglevel=error'))

if (process.argv.includes('build')) {
  const sources = ['src', 'modules'].flatMap((folder) => filesIn(join(root, folder)))
  const newest = ['vite.config.ts', 'panda.config.ts', 'package.json'].map((file) => join(root, file)).concat(sources)
  const stamp = newest.map((file) => `${file} ${statSync(file).mtimeMs}`).join('\n')
  const settings = Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .sort()
    .join('\n')
  const input = createHash('sha256')
    .update(lock + stamp + settings)
    .digest('hex')
  whenChanged('dist/.built', input, () => run('run', 'build', '--silent'))
}
