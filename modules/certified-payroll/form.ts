import type { Id } from '#core/access/access.ts'
import { formatAddress, type Address } from '#lib/address.ts'
import { formatDay, type Day } from '#lib/days.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import type { Project } from '../projects/entities.ts'
import type { Timecard, TimeEntry } from '../time/entities.ts'
import type { CertifiedJob, EntryClass, PayWeek, TradeClass, WorkerNumber } from './entities.ts'
import { rateOn } from './guards.ts'
import { daysOf, hrefOf } from './week.ts'

/** The kinds of hours, as approved with the week. */
export const kinds = ['regular', 'overtime', 'double'] as const
export type Kind = (typeof kinds)[number]
/** What the form calls them: straight time, overtime, double time. */
export const kindNames: Readonly<Record<Kind, string>> = { regular: 'ST', overtime: 'OT', double: 'DT' }
/** What an hour of each kind is of the basic rate; fringe benefits are paid once (29 CFR 5.32). */
export const factors: Readonly<Record<Kind, number>> = { regular: 1, overtime: 1.5, double: 2 }

/** What payroll paid a person for all work of a week; null where nobody typed or imported it. */
export type Pay = Record<(typeof paid)[number], number | null>
export const paid = ['gross', 'fica', 'withheld', 'other', 'net'] as const

/** What somebody works as, and at which rate. */
interface Terms {
  class: string | null
  /** Of an apprentice. */
  period: number | null
  percent: number | null
  rate: number | null
  fringe_plans: number
  fringe_cash: number
}

/** A person's hours on one set of terms. */
export interface FormRow extends Terms {
  user_id: Id
  name: string
  last_four: string | null
  /** By day of the week, to the hundredth. */
  hours: Record<Kind, number[]>
  /** For this job: hours times rate, or what somebody typed, which stands on the person's first row. */
  gross: number | null
  typed: boolean
  /** On the first row of a person alone. */
  pay: Pay | null
}

/** All that a form says but for its statement, as it is signed. */
export interface FormData {
  contractor: string
  address: string
  project_number: string
  project_name: string
  location: string
  contract_number: string
  wage_decision: string
  week_start: Day
  /** Who approved the hours. */
  approved_by: string[]
  /** The programs of apprentices. */
  programs: { name: string; program: string }[]
  rows: FormRow[]
  /** What an amended form changed. */
  changes: string[]
}

/** Something that the form lacks, and where it is mended. */
export interface Missing {
  text: string
  href: string
}

/** The answer of GET api/certified_payrolls/form?project_id=4&week_start=2026-11-15: the form as it would be signed now. */
export interface Form extends FormData {
  missing: Missing[]
}

export interface Facts {
  readonly contractor: string
  readonly address: Address | null
  readonly week_start: Day
  readonly project: Pick<Project, 'id' | 'name' | 'number' | 'address'>
  readonly job: CertifiedJob | undefined
  /** Those of the job and week. */
  readonly entries: readonly Pick<TimeEntry, 'id' | 'user_id' | 'user_name' | 'date' | 'hours'>[]
  /** Approved weeks alone. */
  readonly cards: readonly Pick<Timecard, 'split' | 'approved_name'>[]
  readonly classes: readonly TradeClass[]
  readonly overrides: readonly EntryClass[]
  readonly numbers: readonly WorkerNumber[]
  readonly paid: readonly PayWeek[]
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + Math.round(one * 100), 0) / 100
/** A person's hours of the week on a row, or those of one kind. */
export const hoursOf = ({ hours }: Pick<FormRow, 'hours'>, of: readonly Kind[] = kinds): number =>
  sum(of.flatMap((kind) => hours[kind]))
/** What all rows come to; null as long as one of them is not known. */
export const grossOf = (rows: readonly Pick<FormRow, 'gross'>[]): number | null =>
  rows.some(({ gross }) => gross === null) ? null : sum(rows.map(({ gross }) => gross ?? 0))
/** All deductions; null as long as one of them is not known. */
export const deductionsOf = ({ fica, withheld, other }: Pay): number | null =>
  fica === null || withheld === null || other === null ? null : sum([fica, withheld, other])

/** "Weaver, Hank R." */
export function lastFirst(name: string): string {
  const at = name.trim().lastIndexOf(' ')
  return at < 0 ? name : `${name.slice(at + 1)}, ${name.slice(0, at)}`
}

/** "1st", "22nd", "13th". */
export const ordinal = (n: number): string =>
  `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
/** "Electrician, apprentice 3rd per. 60 %". */
export const classText = ({ class: name, period, percent }: Pick<FormRow, 'class' | 'period' | 'percent'>): string =>
  name === null
    ? ''
    : period === null
      ? `${name}, journeyworker`
      : `${name}, apprentice ${ordinal(period)} per.${percent === null ? '' : ` ${formatNumber(percent)} %`}`

/** What the terms of an entry follow from. */
type TermFacts = Pick<Facts, 'job' | 'overrides' | 'classes'>
type PaidEntry = Pick<TimeEntry, 'id' | 'user_id' | 'date'>

/** What somebody works as by an entry, or on the job from the latest day that is not after the entry's. */
function classOf({ id, user_id, date }: PaidEntry, { job, overrides }: TermFacts) {
  const own = (job?.job_classes ?? []).filter((one) => one.user_id === user_id && (one.starts_on ?? '') <= date)
  return (
    overrides.find(({ time_entry_id }) => time_entry_id === id) ??
    own.toSorted((a, b) => ((a.starts_on ?? '') < (b.starts_on ?? '') ? 1 : -1))[0]
  )
}

const lack = (isMissing: unknown, text: string, href: string): Missing[] => (isMissing ? [{ text, href }] : [])
const [CLASSES, NUMBERS] = ['/setup/trade_classes', '/setup/worker_numbers']
const mendJob = ({ project, week_start }: Facts) => `${hrefOf({ project_id: project.id, week_start })}?mend=job`

/** An entry with how it is paid, the terms on which it was worked, and what these lack. */
interface Worked {
  readonly entry: Facts['entries'][number]
  readonly split: Readonly<Record<Kind, number>>
  readonly terms: Terms
  readonly lacks: readonly Missing[]
}

/** The class and rate of an entry, and what they were taken from. */
export function termsOf(entry: PaidEntry, facts: TermFacts) {
  const { job, classes } = facts
  const held = classOf(entry, facts)
  const trade = classes.find(({ id }) => id === held?.trade_class_id)
  const rate = trade && job && rateOn(trade.class_rates, job.county, entry.date)
  const period = held?.period ?? null
  const percent = trade?.class_periods.find((one) => one.period === period)?.percent ?? null
  const part = period === null ? 100 : percent
  const terms: Terms = {
    class: trade?.name ?? null,
    period,
    percent,
    rate: rate && part !== null ? Math.round(rate.rate * part) / 100 : null,
    fringe_plans: rate?.fringe_plans ?? 0,
    fringe_cash: rate?.fringe_cash ?? 0,
  }
  return { terms, trade, rate, part }
}

function workedOf(entry: Worked['entry'], split: Worked['split'], facts: Facts): Worked {
  const { job } = facts
  const { terms, trade, rate, part } = termsOf(entry, facts)
  const noRate = `${trade?.name} has no rate in ${job?.county} on ${formatDay(entry.date)}`
  return {
    entry,
    split,
    terms,
    lacks: [
      ...lack(job && !trade, `${entry.user_name} has no class on this job`, mendJob(facts)),
      ...lack(job && trade && !rate, noRate, CLASSES),
      ...lack(trade && part === null, `${trade?.name} has no percentage for period ${terms.period}`, CLASSES),
    ],
  }
}

/** Hours times rate, and the fringe benefits that are paid in cash. */
function proposed(row: Terms & Pick<FormRow, 'hours'>): number | null {
  const { rate, fringe_cash } = row
  if (rate === null) return null
  const wages = kinds.map((kind) => hoursOf(row, [kind]) * factors[kind] * rate)
  return Math.round((wages.reduce((all, one) => all + one, 0) + hoursOf(row) * fringe_cash) * 100) / 100
}

/** The rows of one person: one for each class and rate. */
function rowsOf(user_id: Id, own: readonly Worked[], { numbers, paid: weeks, project, week_start }: Facts): FormRow[] {
  const week = weeks.find((one) => one.user_id === user_id)
  const last_four = numbers.find((one) => one.user_id === user_id)?.last_four ?? null
  const typed = week?.job_gross.find(({ project_id }) => project_id === project.id)?.gross
  // Every name of what is paid is there.
  const pay = Object.fromEntries(paid.map((name) => [name, week?.[name] ?? null])) as Pay
  return [...Map.groupBy(own, ({ terms }) => JSON.stringify(terms)).values()].flatMap((same, at) => {
    const [first] = same
    if (!first) return []
    const hoursOn = (day: Day, kind: Kind) =>
      sum(same.flatMap(({ entry, split }) => (entry.date === day ? split[kind] : [])))
    const days = (kind: Kind) => daysOf(week_start).map((day) => hoursOn(day, kind))
    const hours = { regular: days('regular'), overtime: days('overtime'), double: days('double') }
    const row = { user_id, name: first.entry.user_name, last_four, ...first.terms, hours }
    const gross = typed === undefined ? proposed(row) : at === 0 ? typed : 0
    return { ...row, gross, typed: typed !== undefined, pay: at === 0 ? pay : null }
  })
}

/** What a person's rows lack of number and pay, and what of it does not add up. */
function lacksOf(rows: readonly FormRow[], { numbers, project, week_start }: Facts): Missing[] {
  const [first] = rows
  if (!first?.pay) return []
  const { name, pay, user_id, last_four } = first
  const deductions = deductionsOf(pay)
  const net = pay.gross === null || deductions === null ? null : sum([pay.gross, -deductions])
  const isPaid = net !== null && pay.net !== null
  const isWrong = isPaid && net !== pay.net
  const isLess = isPaid && !isWrong && (grossOf(rows) ?? 0) > (pay.gross ?? 0)
  const isApprentice = rows.some(({ period }) => period !== null)
  const program = numbers.find((one) => one.user_id === user_id)?.program
  const here = `${hrefOf({ project_id: project.id, week_start })}#pay`
  return [
    ...lack(!last_four, `${name} has no last four digits`, NUMBERS),
    ...lack(isApprentice && !program, `${name} has no apprenticeship program`, NUMBERS),
    ...lack(!isPaid, `${name} has no gross, deductions or net wages of this week`, here),
    ...lack(isWrong, `${name}: gross less deductions is ${moneyText(net)}, net says ${moneyText(pay.net)}`, here),
    ...lack(isLess, `${name}: gross of all work is less than that of this job`, here),
  ]
}

/** The form of a job and week, from approved hours alone, and what it lacks. */
export function formOf(facts: Facts): Form {
  const { contractor, address, week_start, project, job, entries, cards, numbers } = facts
  const paidAs = new Map(cards.flatMap(({ split }) => (split ?? []).map((one) => [one.id, one])))
  const worked = entries.flatMap((entry) => {
    const split = paidAs.get(entry.id)
    return split ? [workedOf(entry, split, facts)] : []
  })
  const open = Map.groupBy(
    entries.filter(({ id }) => !paidAs.has(id)),
    ({ user_id }) => user_id,
  )
  const people = [...Map.groupBy(worked, ({ entry }) => entry.user_id)]
    .map(([user_id, own]) => rowsOf(user_id, own, facts))
    .toSorted(([a], [b]) => (lastFirst(a?.name ?? '') < lastFirst(b?.name ?? '') ? -1 : 1))
  const missing = [
    ...lack(!address, 'The company has no address', '/setup/company'),
    ...lack(!job, 'This job has no county and classes', mendJob(facts)),
    ...[...open].map(([user_id, own]) => ({
      text: `${own[0]?.user_name}: ${formatHours(sum(own.map(({ hours }) => hours)))} h are not approved`,
      href: `/timecard?week=${week_start}&user=${user_id}`,
    })),
    ...worked.flatMap(({ lacks }) => lacks),
    ...people.flatMap((rows) => lacksOf(rows, facts)),
  ]
  return {
    contractor,
    address: address ? formatAddress(address) : '',
    project_number: project.number,
    project_name: project.name,
    location: [project.address?.city, job && `${job.county} County`, project.address?.state].filter(Boolean).join(', '),
    contract_number: job?.contract_number ?? project.number,
    wage_decision: job?.wage_decision ?? '',
    week_start,
    approved_by: [...new Set(people.length ? cards.flatMap(({ approved_name }) => approved_name ?? []) : [])],
    programs: people.flatMap(([row]) => {
      const program = row && row.period !== null && numbers.find(({ user_id }) => user_id === row.user_id)?.program
      return row && program ? [{ name: lastFirst(row.name), program }] : []
    }),
    rows: people.flat(),
    changes: [],
    missing: [...new Map(missing.map((one) => [one.text, one])).values()],
  }
}

export const moneyText = (value: number | null | undefined, none = 'none'): string =>
  value === null || value === undefined ? none : formatNumber(value, 2, 2)
