/**
 * Runs all checks: `npm test`. Independent steps run in parallel on two cores. The first failure ends the run with its
 * output. The last line gives the number of tests.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { executablePath } from './browser.ts'
import { findPrograms } from './postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'plumbline-tests-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** The path of the JSON report, for steps that run tests. */
  readonly report?: string
  readonly env?: Record<string, string>
}

function vitest(name: string, project: string): Step {
  const report = join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  return { name, command: ['vitest', 'run', '--project', project, ...reporters], report }
}

const endToEnd = join(reports, 'e2e.json')
/** Stages run one after the other; the lanes of a stage run in parallel, and the steps of a lane in order. */
const stages: readonly (readonly (readonly Step[])[])[] = [
  [[{ name: 'panda codegen', command: ['panda', 'codegen', '--silent'] }]],
  [
    [
      { name: 'oxfmt', command: ['oxfmt', '--check'] },
      { name: 'oxlint', command: ['oxlint'] },
      { name: 'tsc', command: ['tsc', '--noEmit'] },
    ],
    [
      { name: 'vite build', command: ['vite', 'build', '--logLevel', 'warn'] },
      { name: 'server build', command: ['node', 'src/build-server.ts'] },
    ],
  ],
  [[vitest('unit, contract and both databases', 'unit')], [vitest('components in the browser', 'browser')]],
  [[vitest('faults', 'faults')]],
  // Runs alone, because pages of stories lose the focus when the processor is busy.
  [[vitest('stories with axe', 'stories')]],
  [
    [
      {
        name: 'end to end',
        command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=line,json'],
        report: endToEnd,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEnd },
      },
    ],
  ],
]

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  CI: 'true',
  // The server as it is shipped, which also starts sooner than its sources.
  SERVER_ENTRY: join(root, 'dist-server/main.js'),
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
}
const running = new Set<ChildProcess>()

/** Runs a step and captures its output. */
function run({ command, env }: Pick<Step, 'command' | 'env'>): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const [program = '', ...words] = command
    const child = spawn(program, words, {
      cwd: root,
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      detached: process.platform !== 'win32',
    })
    running.add(child)
    let output = ''
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    child.on('error', (error) => (output += String(error)))
    child.on('close', (code) => {
      running.delete(child)
      done({ code, output })
    })
  })
}

/** Stops all running steps with their child processes. */
function stopAll() {
  for (const { pid } of running) {
    if (pid === undefined) continue
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM')
    } catch {
      // The process has already ended.
    }
  }
}

const totals = { passed: 0, failed: 0, skipped: 0 }

interface Suite {
  title: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}
/** The tests in Playwright's report that failed at first. */
const flakyIn = ({ suites = [] }: { suites?: Suite[] }): string[] =>
  suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${suite.title}: ${title}`),
    ...flakyIn(suite),
  ])

/** Counts the tests in a runner's report. A step that failed before writing one counts as zero. */
function count(report: string): number {
  if (!existsSync(report)) return 0
  const told = JSON.parse(readFileSync(report, 'utf8'))
  const { stats } = told
  const passed: number = told.numPassedTests ?? stats.expected + stats.flaky
  for (const title of flakyIn(told)) say(`  passed at the second attempt only: ${title}`)
  totals.passed += passed
  totals.failed += told.numFailedTests ?? stats.unexpected
  totals.skipped += stats ? stats.skipped : told.numPendingTests + told.numTodoTests
  return passed
}

let stopped: string | undefined
async function take(step: Step): Promise<boolean> {
  const began = performance.now()
  const { code, output } = await run(step)
  if (stopped) return false
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const passed = step.report ? count(step.report) : undefined
  const ok = code === 0 && passed !== 0
  say(`${ok ? '✓' : '✗'} ${step.name} ${passed === undefined ? '' : `(${passed} passed) `}${seconds} s`)
  if (ok) return true
  stopped = step.name
  say(`\n${output.trimEnd()}\n`)
  stopAll()
  return false
}

async function takeLane(lane: readonly Step[]): Promise<void> {
  for (const step of lane) if (stopped || !(await take(step))) return
}

const isRoot = process.getuid?.() === 0
const canInstall = isRoot && existsSync('/usr/bin/apt-get')

/** Installs a Debian package, if running as root with apt. */
function install(name: string) {
  say(`  installing ${name}`)
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  if (apt('install', '-y', '--no-install-recommends', name)) return
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', name))
    throw new Error(`${name} could not be installed: install it by hand.`)
}

function ensureChromium() {
  if (executablePath) return
  if (canInstall) return install('chromium')
  say('  downloading Chromium')
  const { status } = spawnSync('playwright', ['install', 'chromium'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('No Chromium here: install one, or set CHROMIUM_PATH to a browser of its kind.')
}

function ensurePostgres() {
  if (process.env.TEST_DATABASE_URL) return
  try {
    findPrograms()
  } catch (error) {
    if (!canInstall) throw error
    install('postgresql')
    findPrograms()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopped ??= signal
    stopAll()
  })

const began = performance.now()
try {
  ensureChromium()
  ensurePostgres()
  for (const stage of stages) {
    await Promise.all(stage.map(takeLane))
    if (stopped) break
  }
} catch (error) {
  stopped = 'what the tests need'
  say(`✗ ${error instanceof Error ? error.message : String(error)}`)
}
rmSync(reports, { recursive: true, force: true })

if (totals.skipped) say(`${totals.skipped} skipped: a test that does not run tests nothing`)
say(`${((performance.now() - began) / 1000).toFixed(1)} s in all`)
say(`${totals.passed} passed, ${totals.failed} failed${stopped ? `, stopped at ${stopped}` : ''}`)
process.exitCode = stopped || totals.failed || totals.skipped ? 1 : 0
