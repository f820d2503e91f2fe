import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { replyOn } from './answers.ts'
import { daysOf, type Span, type WorkDays } from './days-of.ts'
import { licenses, type Answer } from './entities.ts'

type License = (typeof licenses)[number]
export type ByLicense = Readonly<Record<License, number>>

/** A phase that needs people on each of its work days. */
export interface Needing {
  readonly id: Id
  readonly project_id: Id | null
  readonly phase_id: Id
  readonly start_date: Day
  readonly end_date: Day
  readonly headcount: ByLicense
}
/** Somebody who is planned on a job, with or without a phase of it. */
export interface Covering extends Span {
  readonly user_id: Id
  readonly project_id: Id | null
  readonly phase_id: Id | null
  readonly removed?: boolean
  /** The days that were declined; of an assignment as it is stored, its answers say so, unless it was changed since. */
  readonly declined?: readonly Day[]
  readonly answers?: readonly Answer[]
  readonly draft?: boolean
}

/** Whether somebody cannot come on a day, as far as what was answered still says so. */
export const isDeclined = (
  { declined, draft, answers }: Pick<Covering, 'declined' | 'draft' | 'answers'>,
  day: Day,
): boolean => declined?.includes(day) ?? (!draft && replyOn(answers, day) === 'declined')

/** Those with a phase of their own first; the rest says which of two jobs on one day counts, in whatever order they are read. */
const inOrder = (a: Covering, b: Covering): number =>
  Number(a.phase_id === null) - Number(b.phase_id === null) ||
  a.start_date.localeCompare(b.start_date) ||
  Number(a.project_id) - Number(b.project_id) ||
  Number(a.phase_id) - Number(b.phase_id)

/**
 * How many people each phase still lacks, by license, on each of its work days between two days (rule coverage). An
 * assignment covers the days that it lies on; who declined a day covers nothing on it, and one person counts once a day.
 * Without a phase of its own it covers those of its job, those that begin first before others.
 */
export function coverageOf<B extends Needing>(
  bars: readonly B[],
  assignments: readonly Covering[],
  licenseOf: (person: Id) => string | null | undefined,
  { from, to }: { readonly from: Day; readonly to: Day },
  company: WorkDays,
): Map<B, Map<Day, ByLicense>> {
  const lacking = new Map<B, Map<Day, Record<License, number>>>()
  /** The phases of a job on a day. */
  const open = new Map<string, { phase_id: Id; lacks: Record<License, number> }[]>()
  const isWithin = (day: Day) => day >= from && day <= to
  for (const bar of bars.toSorted((a, b) =>
    a.start_date === b.start_date ? a.id - b.id : a.start_date < b.start_date ? -1 : 1,
  )) {
    const { project_id, phase_id, start_date, end_date, headcount } = bar
    const days = new Map<Day, Record<License, number>>()
    for (const day of daysOf({ start_date, end_date, days: null }, company).filter(isWithin)) {
      const lacks = { ...headcount }
      const place = `${project_id} ${day}`
      days.set(day, lacks)
      open.set(place, [...(open.get(place) ?? []), { phase_id, lacks }])
    }
    lacking.set(bar, days)
  }
  const counted = new Set<string>()
  for (const one of assignments.filter(({ removed }) => !removed).toSorted(inOrder)) {
    const own = licenses.find((license) => license === licenseOf(one.user_id))
    if (!own) continue
    for (const day of daysOf(one, company).filter(isWithin)) {
      const key = `${one.user_id} ${day}`
      if (counted.has(key) || isDeclined(one, day)) continue
      const phase = open
        .get(`${one.project_id} ${day}`)
        ?.find(({ phase_id, lacks }) => lacks[own] > 0 && (one.phase_id === null || one.phase_id === phase_id))
      if (!phase) continue
      phase.lacks[own]--
      counted.add(key)
    }
  }
  return lacking
}

/** What a phase lacks: the most people on one day, by license, and how many person-days in all. */
export interface Shortage {
  readonly missing: ByLicense
  readonly days: number
}

/** What is lacking on these days taken together; null if nothing is. */
export function shortageOf(days: Iterable<ByLicense>): Shortage | null {
  const missing = { journeyman: 0, apprentice: 0, laborer: 0 }
  let sum = 0
  for (const lacks of days)
    for (const license of licenses) {
      missing[license] = Math.max(missing[license], lacks[license])
      sum += lacks[license]
    }
  return sum > 0 ? { missing, days: sum } : null
}

/** Somebody as far as coverage depends on it. */
export interface Worker {
  readonly license: string | null
  readonly active: boolean
  readonly schedulable: boolean
}

/** The phases that are short of people between two days, those that begin first at the top; who may not be scheduled covers none. */
export const shortPhases = <B extends Needing>(
  bars: readonly B[],
  assignments: readonly Covering[],
  people: ReadonlyMap<Id, Worker>,
  span: { readonly from: Day; readonly to: Day },
  company: WorkDays,
): (Shortage & { readonly bar: B })[] => {
  const licenseOf = (id: Id) => {
    const person = people.get(id)
    return person?.active && person.schedulable ? person.license : null
  }
  return [...coverageOf(bars, assignments, licenseOf, span, company)].flatMap(([bar, lacking]) => {
    const short = shortageOf(lacking.values())
    return short ? [{ bar, ...short }] : []
  })
}
