/**
 * Runs units and stories on twelve days: `npm run test:days`. Words that are days or moments (`2027-03-14`,
 * `2026-12-31T23:30-08:00`) are tried instead of the twelve, and other words choose test files by their paths. The last
 * word of each line is the time zone that the machine was said to be in.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addDays } from '#lib/days.ts'
import { runningClock } from './clock/clock.ts'
import { createChildren } from './run/children.ts'
import { createTail, failures, figuresOf, take, type Figures } from './run/figures.ts'
import { change } from './run/phases.ts'

/** When a run takes place, and in which time zone its machine is. */
interface Day {
  readonly today: string
  readonly zone: string
}

/** What of `npm test` depends on the day. */
const steps = change.flat(2).filter(({ name }) => name === 'units' || name === 'stories')
const root = fileURLToPath(new URL('..', import.meta.url))

/** Days on which something about the calendar is rare, and days to come. */
const twelve: readonly Day[] = [
  // The clocks of the sample company are set forward and back.
  { today: '2027-03-14', zone: 'America/Los_Angeles' },
  { today: '2027-11-07', zone: 'America/New_York' },
  { today: '2028-02-29', zone: 'Pacific/Auckland' },
  // The year has ended in Greenwich but not in the company, late in the evening and in the afternoon.
  { today: '2026-12-31T23:30-08:00', zone: 'UTC' },
  { today: '2027-01-01T00:30Z', zone: 'America/New_York' },
  // It has begun in the company, and not everywhere else.
  { today: '2027-01-01T00:30-08:00', zone: 'Pacific/Honolulu' },
  // A Saturday that is the last of its month, a Sunday that is the first of its, and no weekend.
  { today: '2027-07-31', zone: 'Europe/Berlin' },
  { today: '2027-08-01', zone: 'UTC' },
  { today: '2027-06-30', zone: 'Asia/Kolkata' },
  { today: runningClock.day(7), zone: 'UTC' },
  { today: runningClock.day(30), zone: 'UTC' },
  { today: addDays(runningClock.day(), 365), zone: 'UTC' },
]

const words = process.argv.slice(2)
const isMoment = (word: string) => /^\d{4}-\d\d-\d\d/.test(word)
const zone = process.env.TZ ?? 'UTC'
const asked = words.filter(isMoment).map((today): Day => ({ today, zone }))
const paths = words.filter((word) => !isMoment(word))

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-days-'))
const children = createChildren()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted = true
    void children.end()
  })

/** Runs units and stories on a day, one after the other. */
async function runOn({ today, zone: TZ }: Day): Promise<Figures[]> {
  const all: Figures[] = []
  for (const [at, step] of steps.entries()) {
    if (interrupted) break
    const lines = join(folder, `${today}-${at}`.replaceAll(':', '.'))
    const command = [...step.command, ...(paths.length ? ['--passWithNoTests', ...paths] : [])]
    const { TODAY: _, CLOCK_OFFSET: __, ...inherited } = process.env
    const env = {
      ...inherited,
      // What of the whole proof only repeats or takes the other engine says no more about a day.
      TEST_TIER: 'change',
      TODAY: today,
      TZ,
      REPORT_LINES: lines,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    }
    const { code, output } = await children.run(command, { cwd: root, env })
    const figures = figuresOf(step)
    take(figures, createTail(lines)())
    figures.ok = code === 0 && !figures.broken.length
    if (!figures.ok && !failures(figures).length) figures.broken.push({ kind: 'broken', file: '', why: output })
    all.push(figures)
  }
  return all
}

let failed = 0
try {
  for (const day of asked.length ? asked : twelve) {
    if (interrupted) break
    const all = await runOn(day)
    const ended = all.flatMap((figures) => figures.ended)
    const passed = ended.filter(({ state }) => state === 'passed').length
    const isGreen = passed > 0 && all.every(({ ok }) => ok)
    if (interrupted) break
    if (!isGreen) failed++
    say(`${isGreen ? '✓' : '✗'} ${day.today} (${passed} passed) ${day.zone}`)
    if (!ended.length) say('  Nothing was tried: no test file has such a path.')
    for (const figures of all)
      for (const line of failures(figures)) say(line.replace(/^ {2}npx/, `  TODAY=${day.today} TZ=${day.zone} npx`))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed || interrupted ? 1 : 0
// A runner that was interrupted may have left a handle of a child open.
if (interrupted) process.exit()
