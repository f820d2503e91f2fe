import type { Id } from '#core/access/access.ts'
import { addDays, daysBetween, weekdayOf, type Day } from '#lib/days.ts'
import { licenses, type Workload } from '../../schedule/entities.ts'
import { coverageOf, shiftedSpan, shortageOf, type Shortage, type WorkDays } from '../../schedule/index.ts'

export type License = (typeof licenses)[number]

/** People who would be hired from a day on. */
export interface Hire {
  readonly license: License
  readonly count: number
  readonly from: Day
}
/** What would be different from the plan (rule what-if). */
export interface Scenario {
  /** Work days by which phases move. */
  readonly shifts: ReadonlyMap<Id, number>
  /** Projects whose tentative phases are sold, and those that are left out with all that is planned on them. */
  readonly won: ReadonlySet<Id>
  readonly lost: ReadonlySet<Id>
  readonly hires: readonly Hire[]
}
export interface Asked {
  /** The first day of the first week. */
  readonly from: Day
  readonly weeks: number
  /** Whether phases that are not sold yet count. */
  readonly tentative: boolean
  readonly scenario?: Scenario | null
}

/** People: needed, available, and how many are missing, never less than none. */
export interface Supply {
  readonly need: number
  readonly available: number
  readonly gap: number
  /** The part of the available person-days that is assigned, in percent; null without any. */
  readonly utilization: number | null
}
/** A phase that has fewer people in a week than it needs. */
export interface Unfilled extends Shortage {
  readonly id: Id
  readonly project_id: Id
  readonly phase_id: Id
  readonly start_date: Day
  readonly end_date: Day
  readonly tentative: boolean
}
export interface LaborWeek {
  readonly start: Day
  readonly licenses: Readonly<Record<License, Supply>>
  /** All licenses added up: a gap of one is not filled by another. */
  readonly all: Supply
  readonly unfilled: readonly Unfilled[]
}

const WEEK = 7
/** The hours of a full person-day; more of them are still one. */
const FULL_DAY = 8
const hundredths = (value: number) => Math.round(value * 100) / 100
const none = () => ({ journeyman: 0, apprentice: 0, laborer: 0 })
const licenseOf = (license: string | null) => licenses.find((one) => one === license) ?? null

/** Which license each person has who may be scheduled; whoever has none is no part of the forecast. */
const peopleIn = ({ people }: Workload) =>
  new Map(
    people.flatMap(({ id, license }) => {
      const own = licenseOf(license)
      return own ? [[id, own] as const] : []
    }),
  )

const companyIn = (load: Workload): WorkDays => ({
  work_days: load.work_days,
  off: new Map(load.off.map((day) => [day, ''])),
})

/** The people a scenario, or the stored plan, needs: bars with their first and last day counted from the first week. */
function barsIn(load: Workload, { from, tentative, scenario }: Asked) {
  const company = companyIn(load)
  return load.bars.flatMap((stored) => {
    const isTentative = stored.tentative && !scenario?.won.has(stored.project_id)
    if ((isTentative && !tentative) || scenario?.lost.has(stored.project_id)) return []
    const days = scenario?.shifts.get(stored.id) ?? 0
    const bar = { ...stored, tentative: isTentative, ...(days && shiftedSpan(stored, days, company)) }
    return [{ bar, first: daysBetween(from, bar.start_date), last: daysBetween(from, bar.end_date) }]
  })
}

/** The days of a forecast, counted from the first one, since texts of days are slow to reckon with. */
interface Span {
  readonly load: Workload
  readonly from: Day
  readonly weeks: number
  readonly length: number
  readonly isOff: readonly boolean[]
  /** How much of each day is worked: 1 for a whole day, 0.5 where a holiday takes four hours. */
  readonly worked: readonly number[]
  /** Whether someone's days of the week hold a day. */
  readonly isOn: (days: readonly number[], day: number) => boolean
  readonly license: ReadonlyMap<Id, License>
  /** Which part of which days each person is away. */
  readonly away: ReadonlyMap<Id, ReadonlyMap<number, number>>
  readonly hires: readonly Hire[]
}

function spanOf(stored: Workload, { from, weeks, scenario }: Asked): Span {
  const lost = scenario?.lost ?? new Set()
  const load = { ...stored, assignments: stored.assignments.filter(({ project_id }) => !lost.has(project_id)) }
  const length = weeks * WEEK
  const off = new Set(load.off)
  const isOff = Array.from({ length }, (_, at) => off.has(addDays(from, at)))
  const weekday = weekdayOf(from)
  const isOn = (days: readonly number[], day: number) => days.includes((weekday + day) % WEEK)
  const worked = isOff.map((isFree, at) => {
    const short = load.short?.[addDays(from, at)] ?? 0
    return !isFree && isOn(load.work_days, at) ? Math.max(0, FULL_DAY - short) / FULL_DAY : 0
  })
  const away = new Map<Id, Map<number, number>>()
  const whole = load.away.map((one) => ({ ...one, hours: FULL_DAY }))
  for (const { user_id, from: begin, to, hours } of [...whole, ...(load.partly ?? [])]) {
    const days = away.get(user_id) ?? new Map<number, number>()
    const last = Math.min(length - 1, daysBetween(from, to))
    for (let day = Math.max(0, daysBetween(from, begin)); day <= last; day++)
      days.set(day, Math.min(1, (days.get(day) ?? 0) + hours / FULL_DAY))
    away.set(user_id, days)
  }
  const hires = scenario?.hires ?? []
  return { load, from, weeks, length, isOff, worked, isOn, license: peopleIn(load), away, hires }
}

/** How many days of a week are worked, of those from one to another. */
function workedIn({ worked }: Span, week: number, first = 0, last = worked.length) {
  const end = Math.min(week * WEEK + WEEK - 1, last)
  let count = 0
  for (let day = Math.max(week * WEEK, first); day <= end; day++) count += worked[day] ?? 0
  return count
}

/** Somebody who is there in a week, or people who would be hired: as how many people they count, and their work days. */
export interface Present {
  /** Null for hired ones. */
  readonly user_id: Id | null
  readonly license: License
  readonly people: number
  readonly days: number
  /** Work days of the week on which they are away. */
  readonly away: number
}

/** Who is there in a week; who is away all of it counts as nobody. */
function presentIn(span: Span, week: number): Present[] {
  const worked = workedIn(span, week)
  const usual = Math.max(1, span.load.work_days.length)
  const own = [...span.license].map(([user_id, license]): Present => {
    const gone = span.away.get(user_id)
    let away = 0
    if (gone)
      for (let day = week * WEEK; day < week * WEEK + WEEK; day++)
        away += Math.min(span.worked[day] ?? 0, gone.get(day) ?? 0)
    const days = worked - away
    return { user_id, license, people: days > 0 ? worked / usual : 0, days, away }
  })
  const hired = span.hires.flatMap(({ license, count, from }): Present[] => {
    const days = workedIn(span, week, daysBetween(span.from, from))
    return days > 0 ? [{ user_id: null, license, people: (count * days) / usual, days: count * days, away: 0 }] : []
  })
  return [...own, ...hired]
}

/** How many people there are in a week, and how many days they work. */
function availableIn(span: Span, week: number) {
  const [people, days] = [none(), none()]
  for (const one of presentIn(span, week)) {
    people[one.license] += one.people
    days[one.license] += one.days
  }
  return { people, days }
}

/** A phase that needs people in a week. */
export interface Wanting {
  readonly project_id: Id
  readonly phase_id: Id
  readonly tentative: boolean
  readonly headcount: Readonly<Record<License, number>>
}

/** What the figures of a week are made of: the phases that need people, and the people that there are. */
export function partsOf(load: Workload, asked: Asked, week: number): { needed: Wanting[]; present: Present[] } {
  const span = spanOf(load, asked)
  const needed = barsIn(load, asked).filter(
    ({ first, last }) => last >= week * WEEK && first < week * WEEK + WEEK && isNeeded(span, week, first, last),
  )
  return { needed: needed.map(({ bar }) => bar), present: presentIn(span, week) }
}

/** A phase of one day is worked on it, whatever day it is; others are worked on work days. */
const isNeeded = (span: Span, week: number, first: number, last: number) =>
  first === last || workedIn(span, week, first, last) > 0

/** How many person-days are assigned in each week; a day that was declined is not used. */
function assignedIn({ load, from, weeks, length, isOff, worked, isOn, license, away }: Span) {
  const used = Array.from({ length: weeks }, none)
  const onDay = new Map<number, number>()
  for (const { user_id, start_date, end_date, days, hours, declined } of load.assignments) {
    const own = license.get(user_id)
    if (!own) continue
    const [first, last] = [daysBetween(from, start_date), daysBetween(from, end_date)]
    const refused = new Set(declined?.map((day) => daysBetween(from, day)))
    for (let day = Math.max(0, first); day <= Math.min(length - 1, last); day++) {
      const isChosen = first === last || (isOn(days ?? load.work_days, day) && !isOff[day])
      // What is worked on days off adds nothing to what was available.
      const whole = Math.max(0, (worked[day] ?? 0) - (away.get(user_id)?.get(day) ?? 0))
      if (!isChosen || !whole || refused.has(day)) continue
      const key = user_id * length + day
      const before = Math.min(whole, (onDay.get(key) ?? 0) / FULL_DAY)
      onDay.set(key, (onDay.get(key) ?? 0) + hours)
      const sum = used[Math.floor(day / WEEK)]
      if (sum) sum[own] += Math.min(whole, (onDay.get(key) ?? 0) / FULL_DAY) - before
    }
  }
  return used
}

/** Who is needed in each week, and the phases that lack someone (rule coverage). */
function neededIn(span: Span, asked: Asked) {
  const { load, from, length, license } = span
  const need = Array.from({ length: span.weeks }, none)
  const unfilled = Array.from({ length: span.weeks }, (): Unfilled[] => [])
  const days = { from, to: addDays(from, length - 1) }
  const bars = barsIn(load, asked)
  const lacking = coverageOf(
    bars.map(({ bar }) => bar),
    load.assignments,
    (id) => license.get(id),
    days,
    companyIn(load),
  )
  for (const { bar, first, last } of bars) {
    const { id, project_id, phase_id, start_date, end_date, tentative, headcount } = bar
    const lastWeek = Math.min(span.weeks - 1, Math.floor(last / WEEK))
    const byWeek = Map.groupBy(lacking.get(bar) ?? [], ([day]) => Math.floor(daysBetween(from, day) / WEEK))
    for (let week = Math.max(0, Math.floor(first / WEEK)); week <= lastWeek; week++) {
      if (!isNeeded(span, week, first, last)) continue
      const sum = need[week]
      if (sum) for (const one of licenses) sum[one] += headcount[one]
      const short = shortageOf((byWeek.get(week) ?? []).map(([, lacks]) => lacks))
      if (short) unfilled[week]?.push({ id, project_id, phase_id, start_date, end_date, tentative, ...short })
    }
  }
  return { need, unfilled }
}

const supply = (need: number, available: number, gap: number, busy: number, days: number): Supply => ({
  need,
  available: hundredths(available),
  gap: hundredths(gap),
  utilization: days > 0 ? Math.round((busy / days) * 100) : null,
})

/**
 * Who is needed, available and missing in each week (rule labor-forecast). A phase needs its people in each week that
 * holds one of its work days. Available are people of the license, less those who are away all of the week, less
 * holidays by days.
 */
export function laborForecast(load: Workload, asked: Asked): LaborWeek[] {
  const span = spanOf(load, asked)
  const used = assignedIn(span)
  const { need, unfilled } = neededIn(span, asked)
  return need.map((wanted, week) => {
    const { people: have, days } = availableIn(span, week)
    const busy = used[week] ?? none()
    const gapOf = (one: License) => Math.max(0, wanted[one] - have[one])
    const of = (one: License) => supply(wanted[one], have[one], gapOf(one), busy[one], days[one])
    const sum = (each: (one: License) => number) => licenses.reduce((total, one) => total + each(one), 0)
    return {
      start: addDays(asked.from, week * WEEK),
      licenses: { journeyman: of('journeyman'), apprentice: of('apprentice'), laborer: of('laborer') },
      all: supply(
        sum((one) => wanted[one]),
        sum((one) => have[one]),
        sum(gapOf),
        sum((one) => busy[one]),
        sum((one) => days[one]),
      ),
      unfilled: (unfilled[week] ?? []).toSorted((a, b) => a.start_date.localeCompare(b.start_date) || a.id - b.id),
    }
  })
}

export const licenseNames = { journeyman: 'Journeyman', apprentice: 'Apprentice', laborer: 'Laborer' } as const
export type Shown = License | 'all'
export const supplyOf = (week: LaborWeek, shown: Shown): Supply => (shown === 'all' ? week.all : week.licenses[shown])
