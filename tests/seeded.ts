import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ZONE } from './clock/clock.ts'
import { momentOfRun } from './clock/today.ts'
import { dayIn } from '#lib/days.ts'

/**
 * What a run of all tests seeds once, before them: `sample`, the company on SQLite with its files, `served`, the data
 * folder of a server, and `company`, what pages are offered. See `tests/run/seed-once.ts`.
 */
export type Seeded = 'sample' | 'served' | 'company'

/** The company's day, by the tests' clock. */
export const companyDay = (): string => dayIn(ZONE, momentOfRun())

/** Where a part of it is; undefined without such a run, and where a day has begun since, which the company is seeded around. */
export function seeded(what: Seeded): string | undefined {
  const folder = process.env.SEEDED
  const day = folder && join(folder, 'day')
  if (!day || !existsSync(day) || readFileSync(day, 'utf8') !== companyDay()) return undefined
  return join(folder, what)
}

/** Copies a part of it. Returns false where there is none, and it has to be made. */
export function copySeeded(what: Seeded, to: string): boolean {
  const from = seeded(what)
  if (from) cpSync(from, to, { recursive: true })
  return from !== undefined
}
