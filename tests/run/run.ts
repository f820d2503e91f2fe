/**
 * Runs the tests: `npm test` what a change can break, `npm run test:all` everything. `-- --changed` first runs those that
 * the files changed since the last green run can break. The last line gives the number of tests.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changedSince, stepsFor } from './changed.ts'
import { createChildren } from './children.ts'
import {
  createTail,
  failures,
  figuresOf,
  progress,
  readPast,
  table,
  take,
  untried,
  writePast,
  type Figures,
} from './figures.ts'
import type { Ended } from './report-line.ts'
import { all, change, type Stage, type Step } from './phases.ts'
import { ensurePinned, ensurePrograms } from './programs.ts'
// All steps of a run tell one time.
import '../clock/today.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = new Set(process.argv.slice(2))
const tier = words.has('--all') ? 'all' : 'change'
/** Everything that the run writes outside of the repository, removed at its end however that comes. */
const folder = mkdtempSync(join(tmpdir(), 'plumbline-run-'))
// PostgreSQL may run as another user, whose folder is in this one.
chmodSync(folder, 0o711)
const say = (line: string) => process.stdout.write(`${line}\n`)

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  CI: 'true',
  TMPDIR: folder,
  TEST_TIER: tier,
  // The server as it is shipped, which also starts sooner than its sources.
  SERVER_ENTRY: join(root, 'dist-server/main.js'),
  SEEDED: join(folder, 'seeded'),
  // A larger nursery: collecting garbage took a sixth of what the test runners do.
  NODE_OPTIONS: ['--max-semi-space-size=64', process.env.NODE_OPTIONS].filter(Boolean).join(' '),
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
}

const children = createChildren()
const began = performance.now()
const beganAt = Date.now()
const elapsed = () => (performance.now() - began) / 1000
const past = readPast(root, tier)
const done: Figures[] = []
const running = new Set<Figures>()
let waiting: Step[] = []
let stopped: string | undefined

/** Passed, or skipped for a reason that the summary gives. */
const wasTried = ({ state, why }: Ended) => state === 'passed' || (state === 'skipped' && why !== undefined)

let count = 0
/** Runs the command of a step, and reads what its tests tell meanwhile. */
async function runOnce(figures: Figures, command: readonly string[]): Promise<string> {
  const lines = join(folder, `lines-${count++}`)
  const tail = createTail(lines)
  const timer = setInterval(() => take(figures, tail()), 500)
  const { code, output } = await children.run(command, {
    cwd: root,
    env: { ...environment, ...figures.step.env, REPORT_LINES: lines },
    ...(figures.step.yields && { yields: true }),
  })
  clearInterval(timer)
  take(figures, tail())
  const { step, ended, broken } = figures
  figures.ok = code === 0 && !broken.length && (!step.runner || ended.some(wasTried))
  return output
}

const again: string[] = []
/**
 * Tries files with failed tests once more in a process of their own, whose pages and workers are new. What passes then is
 * named; in the whole proof there is no second try.
 */
async function tryAgain(figures: Figures): Promise<void> {
  const { step, ended, broken } = figures
  const files = [...new Set([...ended.filter(({ state }) => state === 'failed'), ...broken].map(({ file }) => file))]
  if (
    !step.runner ||
    figures.ok ||
    tier === 'all' ||
    stopped ||
    !files.length ||
    files.length > 3 ||
    files.includes('')
  )
    return
  const second = figuresOf(step)
  await runOnce(second, [...step.command, ...step.runner.files(files)])
  if (!second.ok) return
  const failed = ended.filter(({ state }) => state === 'failed')
  // What happens rarely must tell all it can when it does.
  const first = (why = '') => why.split('\n').slice(0, 12).join('\n    ')
  again.push(...failed.map(({ file, name, why }) => `${file}: ${name}\n    ${first(why)}`))
  again.push(...broken.map(({ file, why }) => `${file}\n    ${first(why)}`))
  for (const one of failed) ended.splice(ended.indexOf(one), 1, { ...one, state: 'passed' })
  broken.length = 0
  figures.ok = true
}

async function takeStep(step: Step): Promise<void> {
  const figures = figuresOf(step)
  const start = performance.now()
  waiting = waiting.filter((one) => one !== step)
  running.add(figures)
  const clock = setInterval(() => (figures.seconds = (performance.now() - start) / 1000), 500)
  const output = await runOnce(figures, step.command)
  await tryAgain(figures)
  clearInterval(clock)
  figures.seconds = (performance.now() - start) / 1000
  running.delete(figures)
  if (stopped === 'interrupted') return
  done.push(figures)
  const passed = figures.ended.filter(({ state }) => state === 'passed').length
  say(`${figures.ok ? '✓' : '✗'} ${step.name}${passed ? ` (${passed} passed)` : ''} ${figures.seconds.toFixed(1)} s`)
  // What failed is said at once, for whoever reads along.
  if (!figures.ok) say(failures(figures).join('\n') || `\n${output.trimEnd()}\n`)
}

async function takeStage(stage: Stage): Promise<void> {
  await Promise.all(
    stage.map(async (lane) => {
      for (const step of lane) {
        if (stopped) return
        await takeStep(step)
      }
    }),
  )
  // Tests of one stage say nothing about those of another; without types or a build there is nothing to test.
  if (done.some(({ step, ok }) => !ok && !step.runner)) stopped ??= 'what the tests stand on'
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped = 'interrupted'
    void children.end()
  })

let spoken = ''
const clock = setInterval(
  () => {
    if (!running.size) return
    const line = progress([...running], waiting, past.steps, elapsed())
    if (line !== spoken && process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}`)
    else if (line !== spoken) say(line)
    spoken = line
  },
  process.stdout.isTTY ? 1000 : 15_000,
)

try {
  for (const line of ensurePrograms(root)) say(line)
  if (tier === 'all') say(`Chromium of the pictures: ${ensurePinned(root) ?? 'none, they are not tried'}`)
  const busy = loadavg()[0] ?? 0
  if (busy > cpus().length) say(`This machine is busy (load ${busy.toFixed(1)}): tests wait for it, and take longer.`)
  const first = words.has('--changed') ? stepsFor(changedSince(root, past.at)) : []
  const stages = [...(first.length ? [[first]] : []), ...(tier === 'all' ? all : change)]
  waiting = stages.flat(2)
  for (const stage of stages) {
    await takeStage(stage)
    if (stopped) break
    if (stage[0] === first && done.some(({ ok }) => !ok)) stopped = 'what has changed'
  }
} catch (error) {
  stopped = 'what the tests need'
  say(`✗ ${error instanceof Error ? error.message : String(error)}`)
}
await children.end()
clearInterval(clock)
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

const totals = { passed: 0, failed: 0, skipped: 0 }
for (const { ended, broken } of done) {
  for (const { state } of ended) totals[state]++
  totals.failed += broken.length
}
say(`\n${table(done).join('\n')}\n`)
const skipped = done.flatMap(({ ended }) => ended.filter(({ state }) => state === 'skipped'))
for (const line of untried(skipped)) say(line)
const long = skipped.filter(({ why }) => !why).length
if (long) say(`${long} tests are left to the whole proof: npm run test:all`)
for (const one of again) say(`passed at the second attempt only: ${one}`)
for (const figures of done) for (const line of failures(figures)) if (/^(✗| {2}npx)/.test(line)) say(line)
const isGreen = !stopped && done.every(({ ok }) => ok)
if (isGreen) writePast(root, tier, beganAt, done)
say(`${elapsed().toFixed(1)} s in all, ${process.platform} ${process.version}, ${cpus().length} processors`)
say(`${totals.passed} passed, ${totals.failed} failed${stopped ? `, stopped: ${stopped}` : ''}`)
process.exitCode = isGreen ? 0 : 1
// A runner that was interrupted may have left a handle of a child open.
if (stopped === 'interrupted') process.exit()
