import { addDays, startOfWeek } from '../days.ts'
import type { Agreement } from './agreements.ts'
import { weekdays, type Weekday } from './holidays.ts'
import { defaultRules } from './rules.ts'
import { splitWeek, type WeekSplit } from './split-week.ts'
import type { Week, WeekEntry, WeekProject } from './week.ts'

/** A week without holidays. */
export const quiet = '2026-03-08'

/** The day with that name in the week of a day. */
export const dayOf = (name: Weekday, week = quiet) => addDays(startOfWeek(week), weekdays.indexOf(name))

export const PRIVATE = 1
export const WA = 2
export const WA_TOO = 3
export const OR = 4
export const ID = 5
export const NOWHERE = 6
export const projects: ReadonlyMap<number, WeekProject> = new Map([
  [PRIVATE, { number: '26-001', overtime_rule: 'standard', state: 'WA' }],
  [WA, { number: '26-002', overtime_rule: 'prevailing', state: 'WA' }],
  [WA_TOO, { number: '26-003', overtime_rule: 'prevailing', state: 'WA' }],
  [OR, { number: '26-004', overtime_rule: 'prevailing', state: 'OR' }],
  [ID, { number: '26-005', overtime_rule: 'prevailing', state: 'ID' }],
  [NOWHERE, { number: '26-006', overtime_rule: 'prevailing', state: null }],
])

let last = 0
/** An entry of some hours on a day; by default on a private project with standard overtime. */
export const entry = (date: string, hours: number, more: Partial<WeekEntry> = {}): WeekEntry => ({
  id: ++last,
  date,
  hours,
  type: 'standard',
  project_id: more.type && more.type !== 'standard' ? null : PRIVATE,
  per_diem: false,
  ...more,
})

export const fourTen = (more: Partial<Agreement> = {}): Agreement => ({
  project_id: null,
  state: 'WA',
  days: ['monday', 'tuesday', 'wednesday', 'thursday'],
  signed_on: '2026-01-01',
  ends_on: null,
  ...more,
})

/** A week under the default rules. */
export const weekOf = (entries: readonly WeekEntry[], more: Partial<Week> = {}): Week => ({
  entries,
  projects,
  agreements: [],
  rules: defaultRules,
  week_start: 'sunday',
  ...more,
})

export const split = (entries: readonly WeekEntry[], more: Partial<Week> = {}): WeekSplit =>
  splitWeek(weekOf(entries, more))

/** The same hours on each of the given days. */
export const days = (names: readonly Weekday[], hours: number, more: Partial<WeekEntry> = {}): WeekEntry[] =>
  names.map((name) => entry(dayOf(name), hours, more))

export const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
export const fourDays = ['monday', 'tuesday', 'wednesday', 'thursday'] as const
