/** What a run has seen of its tests so far, and what it says about them. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Broken, Ended, Line } from './report-line.ts'
import type { Step } from './phases.ts'

/** Reads the lines that reporters append to a file, each once. */
export function createTail(file: string): () => Line[] {
  let at = 0
  let rest = ''
  return () => {
    if (!existsSync(file)) return []
    const handle = openSync(file, 'r')
    const chunk = Buffer.alloc(1 << 16)
    for (let length; (length = readSync(handle, chunk, 0, chunk.length, at)); at += length)
      // Lines are ASCII but for names and errors, which may be cut between two reads: bytes are decoded as one text.
      rest += chunk.toString('latin1', 0, length)
    closeSync(handle)
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    return lines.map((line) => JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as Line)
  }
}

/** What is known of one step. */
export interface Figures {
  readonly step: Step
  found: number
  readonly ended: Ended[]
  readonly broken: Broken[]
  seconds: number
  ok: boolean | undefined
}

export const figuresOf = (step: Step): Figures => ({ step, found: 0, ended: [], broken: [], seconds: 0, ok: undefined })

export function take(figures: Figures, lines: readonly Line[]): void {
  for (const line of lines) {
    if (line.kind === 'found') figures.found += line.count
    else if (line.kind === 'ended') figures.ended.push(line)
    else figures.broken.push(line)
  }
}

/** How many tests and seconds each step took when it last succeeded on this machine. */
export type Past = Record<string, { readonly tests: number; readonly seconds: number }>
const pastFile = (root: string, tier: string) => join(root, `node_modules/.cache/plumbline/last-${tier}.json`)

export function readPast(root: string, tier: string): { readonly at: number; readonly steps: Past } {
  const file = pastFile(root, tier)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { at: 0, steps: {} }
}
export function writePast(root: string, tier: string, at: number, all: readonly Figures[]): void {
  const steps = Object.fromEntries(
    all.map(({ step, ended, seconds }) => [step.name, { tests: ended.length, seconds: Math.round(seconds) }]),
  )
  mkdirSync(dirname(pastFile(root, tier)), { recursive: true })
  writeFileSync(pastFile(root, tier), JSON.stringify({ at, steps }))
}

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** One line about what runs now: `units 1203/3186 · components 12/136 · 2:10, about 5:40 left`. */
export function progress(running: readonly Figures[], waiting: readonly Step[], past: Past, elapsed: number): string {
  const parts = running.map(({ step, ended, found, broken }) => {
    const failed = ended.filter(({ state }) => state === 'failed').length + broken.length
    const of = Math.max(found, past[step.name]?.tests ?? 0)
    return `${step.name}${of ? ` ${ended.length}/${of}` : ''}${failed ? `, ${failed} failed` : ''}`
  })
  const known = [...running.map(({ step }) => step), ...waiting].every(({ name }) => name in past)
  const left =
    Math.max(0, ...running.map(({ step, seconds }) => (past[step.name]?.seconds ?? 0) - seconds)) +
    waiting.reduce((sum, { name }) => sum + (past[name]?.seconds ?? 0), 0)
  return `${parts.join(' · ')} · ${minutes(elapsed)}${known ? `, about ${minutes(left)} left` : ''}`
}

/** The table at the end: each phase with its tests, seconds and slowest five. */
export function table(all: readonly Figures[]): string[] {
  const width = Math.max(...all.map(({ step }) => step.name.length))
  return all.flatMap(({ step, ended, seconds, ok }) => [
    `${ok ? '✓' : '✗'} ${step.name.padEnd(width)} ${(ended.length ? String(ended.length) : '').padStart(5)} ${seconds.toFixed(1).padStart(7)} s`,
    ...ended
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, 5)
      .map(({ file, name, seconds: took }) => `    ${took.toFixed(1).padStart(5)} s  ${file}: ${name}`),
  ])
}

const quoted = (word: string) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** What failed, why, and what runs it alone. */
export function failures({ step, ended, broken }: Figures): string[] {
  const { runner } = step
  if (!runner) return []
  const alone = (words: readonly string[]) => `  npx ${[...runner.alone, ...words].map(quoted).join(' ')}`
  const indented = (text = '') => text.trimEnd().replaceAll(/^/gm, '    ')
  return [
    ...ended
      .filter(({ state }) => state === 'failed')
      .flatMap(({ file, name, why }) => [`✗ ${file}: ${name}`, indented(why), alone(runner.choose(file, name)), '']),
    ...broken.flatMap(({ file, why }) => [
      `✗ ${file || step.name}`,
      indented(why),
      alone(file ? runner.files([file]) : []),
      '',
    ]),
  ]
}

/** What this machine could not try and why: one line for a test, and one for the tests of a file with the same reason. */
export function untried(skipped: readonly Ended[]): string[] {
  const reasons = Map.groupBy(
    skipped.filter(({ why }) => why),
    ({ file, why }) => `${why}: ${file}`,
  )
  return [...reasons].map(([reason, tests]) => {
    const [first] = tests
    return `not tried on this machine, since ${reason}: ${tests.length > 1 ? `${tests.length} tests` : first?.name}`
  })
}
