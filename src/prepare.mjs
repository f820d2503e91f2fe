// Runs before any dependency is installed, under any version of Node. Installs the dependencies if package-lock.json has
// changed since the last run, and with "build" also builds the front end if its sources have changed. What follows "--" is
// then run by the project's own Node, which gets the signals that this process gets: npm run in npm run would leave it
// behind as an orphan.
import { spawn, spawnSync } from 'node:child_process'
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
const installed = (name) => existsSync(join(root, 'node_modules', name))
/** Installed with `npm ci --omit=dev`: enough to serve a front end that was built elsewhere. */
const forServing = installed('hono') && !installed('vite')
if (!forServing)
  whenChanged('node_modules/.plumbline-installed', lock, () => run('ci', '--no-audit', '--no-fund', '--loglevel=error'))

const words = process.argv.slice(2)
const at = words.indexOf('--')
const builds = words.slice(0, at < 0 ? words.length : at).includes('build')
if (builds && forServing && !existsSync(join(root, 'dist/index.html'))) {
  console.error(
    'There is no built front end, and what builds it is not installed. Run "npm run build" on another machine, and copy dist/ here.',
  )
  process.exit(1)
}
if (builds && !forServing) {
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

if (at >= 0) {
  const own = join(root, 'node_modules/.bin/node')
  const child = spawn(existsSync(own) ? own : process.execPath, words.slice(at + 1), { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm hands a signal to the shell that it starts this with, and some shells end without handing it on.
  const shell = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== shell && child.kill('SIGTERM'), 250).unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
