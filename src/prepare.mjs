// Runs before any dependency is installed, under any version of Node. Installs the dependencies if package-lock.json has
// changed since the last run, and with "build" also builds the app if its sources have changed. What follows "--" is
// then run by the project's own Node. Whatever runs gets the signals that this process gets: npm run in npm run would leave
// it behind as an orphan. With "again" it is started again when it ends by a crash.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { supervise } from './supervise.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Ends what runs now, and with it this process. */
const nothing = () => process.exit(1)
let stop = nothing
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
// npm hands a signal to the shell that it starts this with, and some shells end without handing it on.
const shell = process.ppid
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => process.ppid !== shell && stop('SIGTERM'), 250).unref()

/** Runs a step; one that fails or is interrupted is the end. */
function run(command, ...args) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
    let interrupted = false
    stop = (signal) => {
      interrupted = true
      child.kill(signal)
    }
    child.on('exit', (code) => {
      if (code !== 0 || interrupted) process.exit(code || 1)
      stop = nothing
      done()
    })
  })
}

/** The project's own Node, once it is installed. */
function ownNode() {
  const own = join(root, 'node_modules/.bin/node')
  return existsSync(own) ? own : process.execPath
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** Runs `task` unless it has already run for the same input. */
async function whenChanged(marker, input, task) {
  const path = join(root, marker)
  if (existsSync(path) && readFileSync(path, 'utf8') === input) return
  await task()
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
  await whenChanged('node_modules/.plumbline-installed', lock, () =>
    run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'),
  )

const words = process.argv.slice(2)
const at = words.indexOf('--')
const wanted = words.slice(0, at < 0 ? words.length : at)
const builds = wanted.includes('build')
// A build that was killed between taking the last one away and putting the next one in its place.
for (const folder of ['dist', 'dist-server'])
  if (!existsSync(join(root, folder)) && existsSync(join(root, `${folder}.before`)))
    renameSync(join(root, `${folder}.before`), join(root, folder))
const isBuilt = ['dist/index.html', 'dist-server/main.js'].every((file) => existsSync(join(root, file)))
if (builds && forServing && !isBuilt) {
  console.error(
    'The app is not built, and what builds it is not installed. Run "npm run build" on another machine, and copy dist/ and dist-server/ here.',
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
  if (!isBuilt) rmSync(join(root, 'dist/.built'), { force: true })
  await whenChanged('dist/.built', input, () => run(ownNode(), join(root, 'src/build.ts')))
}

if (at >= 0) {
  // The system's allocator keeps what is free to itself, and V8 lets young objects pile up: a server needs neither.
  const env = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  const flags = ['--max-semi-space-size=16', '--enable-source-maps']
  stop = supervise(ownNode(), [...flags, ...words.slice(at + 1)], {
    again: wanted.includes('again'),
    cwd: root,
    env: { ...env, ...process.env },
  })
}
