/** What the reporters tell the runner while tests run: one JSON line each, appended to the file in REPORT_LINES. */
import { appendFileSync } from 'node:fs'

/** The tests of one more file are known. */
export interface Found {
  readonly kind: 'found'
  readonly count: number
}

/** One test has ended. */
export interface Ended {
  readonly kind: 'ended'
  /** Relative to the root of the project. */
  readonly file: string
  /** The names of its groups and its own, as the runner's filter takes them. */
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly seconds: number
  /** Why it failed, or why it does not run on this machine. */
  readonly why?: string
}

/** Something failed that belongs to no test: a file that could not be loaded, or an error that nothing caught. */
export interface Broken {
  readonly kind: 'broken'
  readonly file: string
  readonly why: string
}

export type Line = Found | Ended | Broken

/** Tells the runner; without one, nobody is told. */
export function tell(line: Line): void {
  const file = process.env.REPORT_LINES
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
