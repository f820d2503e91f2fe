import { addDays, daysBetween, startOfWeek, weekdayOf, type Day } from '../lib/days.ts'
import { holidayOn } from '../lib/overtime/holidays.ts'
import { defaultRules, rulesIn } from '../lib/overtime/rules.ts'
import {
  ABSENCES,
  BARS,
  COMPANY_DAY_OFF,
  crewsOf,
  DONE,
  LENT,
  OVER,
  type Bar,
  type Mailbox,
  type Stage,
} from './sample-crews.ts'

/** The weeks before this one that the story tells, and the days after this week's Monday by which it ends. */
export const WEEKS = 8
const [FIRST, LAST] = [-7 * WEEKS, 18]

/** Somebody's days on a job, as they were published. */
export interface Stint {
  readonly mailbox: Mailbox
  /** The place of the job among the active ones. */
  readonly job: number
  readonly from: Day
  readonly to: Day
  readonly lead: boolean
  readonly hours: number
  readonly draft: boolean
  readonly declined?: string
  readonly note?: string
}
/** A phase of a job with its days. */
export type Phase = Omit<Bar, 'first' | 'last'> & { readonly from: Day; readonly to: Day }
/** Who worked where on a day: not always where they were planned. */
export type Work = Pick<Stint, 'mailbox' | 'job' | 'lead' | 'hours' | 'note'>

/** What happens in the sample company around a day: each module tells its part of it. */
export interface Story {
  /** The first day of the work week of today. */
  readonly monday: Day
  /** The last day before today on which somebody worked. */
  readonly lastWorkday: Day
  /** The days on which somebody worked, from eight weeks ago to the day before today. */
  readonly worked: readonly Day[]
  /** Weekends, holidays of the law and days off of the company. */
  isOff(day: Day): boolean
  /** The work day so many days from today: on or before that day where it is over, otherwise on or after it. */
  workday(days: number): Day
  /** Holidays that the company keeps though the rules of states without their own do not name them. */
  readonly holidays: readonly { readonly name: string; readonly day: Day }[]
  readonly phases: readonly Phase[]
  /** The phases of a job by their first days. */
  phasesOf(job: number): readonly Phase[]
  /** Who works on a job, those who lead first. */
  crewOf(job: number): readonly Mailbox[]
  /** The hours of people that a phase takes as it is planned. */
  hoursOf(phase: Phase): number
  /** What cost codes are for, and the jobs that are over their hours and done. */
  readonly codes: {
    stageOf(number: string): Stage | undefined
    shareOf(number: string): number
    readonly over: number
    readonly done: number
  }
  readonly stints: readonly Stint[]
  readonly absences: readonly {
    readonly mailbox: Mailbox
    readonly title: string
    readonly from: Day
    readonly to: Day
  }[]
  /** Who worked where on a day that is over. */
  on(day: Day): readonly Work[]
}

/** The phase that a cost code belongs to, by its number in the book, and its share of the phase's hours. */
const codeBook: Readonly<Record<string, readonly [Stage, number]>> = {
  '110': ['Underground', 1],
  '120': ['Rough-in', 5],
  '130': ['Rough-in', 3],
  '140': ['Rough-in', 2],
  '150': ['Trim', 5],
  '160': ['Trim', 3],
  '210': ['Trim', 1],
  '220': ['Trim', 1],
  '030': ['Punch', 1],
}

const washington = rulesIn(defaultRules, 'WA')
const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0
const spanOf = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at))

/** What happens in the sample company around a day. */
export function tellStory(today: Day): Story {
  const monday = addDays(startOfWeek(today), 1)
  const at = (days: number) => addDays(monday, days)
  const holiday = (day: Day) => holidayOn(defaultRules.other, day) ?? holidayOn(washington, day)
  const isOff = (day: Day) => isWeekend(day) || holiday(day) !== null || day === at(COMPANY_DAY_OFF)
  const after = (day: Day): Day => (isOff(day) ? after(addDays(day, 1)) : day)
  const before = (day: Day): Day => (isOff(day) ? before(addDays(day, -1)) : day)
  const absences = ABSENCES.flatMap(({ mailbox, title, first, last }) => {
    const [from, to] = [after(at(first)), before(at(last))]
    return from <= to ? [{ mailbox, title, from, to }] : []
  })
  const away = (mailbox: Mailbox, day: Day) =>
    absences.some((one) => one.mailbox === mailbox && one.from <= day && day <= one.to)

  const stints = crewsOf(daysBetween(monday, before(at(4)))).flatMap(({ first, last, ...stint }): Stint[] => {
    const isSaturday = first === last && isWeekend(at(first))
    if (first === last) {
      const day = isSaturday ? at(first) : after(at(first))
      return isSaturday && holiday(day) !== null ? [] : [{ ...stint, from: day, to: day }]
    }
    // Nobody is planned while away, so that there may be several parts.
    const parts: Day[][] = [[]]
    for (const day of spanOf(at(first), at(last)))
      if (away(stint.mailbox, day)) parts.push([])
      else if (!isOff(day)) parts.at(-1)?.push(day)
    return parts.flatMap((part) => {
      const [from, to] = [part[0], part.at(-1)]
      return from && to ? [{ ...stint, from, to }] : []
    })
  })
  const planned = (day: Day) =>
    stints.filter(
      ({ from, to, draft }) => !draft && (from === to ? from === day : from <= day && day <= to && !isOff(day)),
    )
  const lentOn = (day: Day) => LENT.filter(({ first, last }) => at(first) <= day && day <= at(last) && !isOff(day))
  const on = (day: Day): Work[] => {
    const lent = lentOn(day)
    return [
      ...planned(day).filter(({ mailbox }) => !lent.some((one) => one.mailbox === mailbox)),
      ...lent.map(({ mailbox, job, note }) => ({ mailbox, job, note, lead: false, hours: 8 })),
    ]
  }
  const worked = spanOf(at(FIRST), addDays(today, -1)).filter((day) => on(day).length > 0)
  const phases = BARS.map(({ first, last, ...bar }) => ({ ...bar, from: after(at(first)), to: before(at(last)) }))
  return {
    monday,
    worked,
    lastWorkday: worked.at(-1) ?? addDays(today, -1),
    isOff,
    workday: (days) => (days < 0 ? before : after)(addDays(today, days)),
    holidays: spanOf(at(FIRST), at(LAST)).flatMap((day) => {
      const name = holidayOn(washington, day)
      return name && !isWeekend(day) && !holidayOn(defaultRules.other, day) ? [{ name, day }] : []
    }),
    phases,
    phasesOf: (job) => phases.filter((one) => one.job === job).toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    crewOf: (job) => {
      const own = stints.filter((one) => one.job === job && !one.draft).toSorted((a, b) => (a.to < b.to ? 1 : -1))
      return [...new Set([...own.filter(({ lead }) => lead), ...own].map(({ mailbox }) => mailbox))]
    },
    hoursOf: ({ from, to, needs }) =>
      spanOf(from, to).filter((day) => !isOff(day)).length * 8 * needs.reduce((sum, people) => sum + people, 0),
    codes: {
      stageOf: (number) => codeBook[number]?.[0],
      shareOf: (number) => codeBook[number]?.[1] ?? 0,
      over: OVER,
      done: DONE,
    },
    stints,
    absences,
    on,
  }
}
