/**
 * Builds front end and server beside what is served, and puts them in its place when both are complete: a build that
 * fails or is interrupted leaves the last one as it was. `npm run build`; with `server` or `page`, that one alone.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const beside = join(root, '.building')
const program = (file: string) => join(root, 'node_modules', file)

const parts = {
  page: { folder: 'dist', command: [program('vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir'] },
  server: { folder: 'dist-server', command: [join(root, 'src/build-server.ts')] },
}

let running: ChildProcess | undefined
let interrupted: NodeJS.Signals | undefined
/** Runs a step in a process of its own. One that does not succeed, or is interrupted, is the end of the build. */
function run(words: readonly string[]): Promise<void> {
  return new Promise((done) => {
    running = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' })
    running.on('exit', (code) => (code === 0 && !interrupted ? done() : end(code || 1)))
  })
}

function end(code: number): never {
  rmSync(beside, { recursive: true, force: true })
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = signal
    running?.kill(signal)
  })

const wanted = process.argv.slice(2)
const chosen = Object.entries(parts).flatMap(([name, part]) => (!wanted.length || wanted.includes(name) ? part : []))
// What an interrupted build has left of itself.
rmSync(beside, { recursive: true, force: true })
mkdirSync(beside)
if (chosen.includes(parts.page)) await run([program('@pandacss/dev/bin.js'), 'codegen', '--silent'])
for (const { folder, command } of chosen) await run([...command, join(beside, folder)])
for (const { folder } of chosen) {
  const [place, before] = [join(root, folder), join(root, `${folder}.before`)]
  rmSync(before, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, before)
  renameSync(join(beside, folder), place)
  rmSync(before, { recursive: true, force: true })
}
rmSync(beside, { recursive: true, force: true })
