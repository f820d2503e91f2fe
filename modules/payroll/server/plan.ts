import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { timecards, timeEntries, type Timecard, type TimeEntry } from '../../time/entities.ts'
import { stateOf } from '../../time/guards.ts'
import { users } from '../../users/entities.ts'
import { spanOf } from '../guards.ts'
import { changesOf, readLedger, rowsByWeek } from './ledger.ts'
import { rowsOfWeek, sumHours, tiesOut, type PayrollProject, type PayrollRow, type PayrollWeek } from '../rows.ts'

/** Covers the weeks whose first day is in this range, both ends included. */
export interface Span {
  starts_on: Day
  ends_on: Day
}

/** All weeks with time entries or that were exported, sorted by name, and the rows that are due of the approved ones. */
export interface Plan {
  weeks: PayrollWeek[]
  rows: PayrollRow[]
}

/** A plan with what it was computed from, by week. */
export interface PlanRead extends Plan {
  cards: ReadonlyMap<Id, { readonly card: Timecard; readonly entries: readonly TimeEntry[] }>
}

const lastDay = ({ week_start }: Pick<Timecard, 'week_start'>) => addDays(week_start, 6)

interface PlanOptions {
  /** The people whose weeks are planned; everybody by default. */
  readonly people?: readonly Id[]
  /** A batch that does not count as exported. */
  readonly except?: Id
}

/** Computes the export of a span, in a constant number of queries. */
export async function planOf(span: Span, ctx: Ctx, { people: chosen, except }: PlanOptions = {}): Promise<PlanRead> {
  const { starts_on, ends_on } = span
  // Includes the neighbouring weeks, which may overlap if the company's first day of the week was changed.
  const theirs = chosen ? { user_id: chosen } : {}
  const around = between(addDays(starts_on, -6), addDays(ends_on, 6))
  const cards = await ctx.all(timecards, { week_start: around, ...theirs })
  const entries = Map.groupBy(
    await ctx.all(timeEntries, { date: between(starts_on, addDays(ends_on, 6)), ...theirs }),
    ({ user_id }) => user_id,
  )
  const ids = [...new Set(cards.map(({ user_id }) => user_id))]
  const people = new Map((await ctx.all(users, { id: ids })).map((person) => [person.id, person]))
  const jobs = await projectsOf([...entries.values()].flat(), ctx)
  const ledger = await readLedger(span, ctx, except)
  const isOpen = ({ exported_at }: Timecard) => exported_at === null
  const exported = await rowsByWeek(
    cards.filter(isOpen).flatMap(({ id }) => ledger.get(id)?.map((batch) => batch.id) ?? []),
    ctx,
  )
  const read = new Map<Id, { card: Timecard; entries: TimeEntry[] }>()
  const found = cards.flatMap((card): { week: PayrollWeek; rows: PayrollRow[] }[] => {
    const person = people.get(card.user_id)
    const own = (entries.get(card.user_id) ?? []).filter(({ date }) => date >= card.week_start && date <= lastDay(card))
    const counted = ledger.get(card.id) ?? []
    const last = counted.at(-1)
    // Of a week that was exported all hours may be gone, which is a change too.
    if (!person || !(own.length || (last && isOpen(card)))) return []
    if (card.week_start < starts_on || card.week_start > ends_on) return []
    read.set(card.id, { card, entries: own })
    const rows = card.approved_at ? rowsOfWeek(card, own, jobs) : []
    const before = (exported.get(card.id) ?? []).filter(({ batch_id }) => counted.some(({ id }) => id === batch_id))
    const hours = sumHours(own.map((entry) => entry.hours))
    const week: PayrollWeek = {
      timecard_id: card.id,
      user_id: person.id,
      name: person.name,
      employee_code: person.employee_code,
      license: person.license,
      week_start: card.week_start,
      state: stateOf(card),
      hours,
      totals: card.totals,
      sound:
        !card.approved_at || (tiesOut(rows, card.totals, hours) && !cards.some((other) => sharesHours(card, other))),
      kind: last ? (isOpen(card) ? 'change' : 'exported') : 'new',
      exported_hours: sumHours(before.map((row) => row.hours)),
      batch_id: last?.id ?? null,
    }
    return [{ week, rows: !last ? rows : card.approved_at && isOpen(card) ? changesOf(rows, before, last.id) : [] }]
  })
  found.sort(({ week: a }, { week: b }) => compare(a.name, b.name) || compare(a.week_start, b.week_start))
  return { weeks: found.map(({ week }) => week), rows: found.flatMap(({ rows }) => rows), cards: read }
}

/** The weeks that were reopened after their export and approved again, however long ago they were, with what changed. */
export async function changedPlan(ctx: Ctx): Promise<Plan> {
  const where = { approved_at: not(null), exported_at: null, reopened_reason: not(null) }
  const cards = await ctx.pick(timecards, ['id', 'user_id', 'week_start'], where)
  const ledger = cards.length ? await readLedger(spanOf(cards), ctx) : new Map<Id, unknown[]>()
  const exported = cards.filter(({ id }) => ledger.get(id)?.length)
  if (!exported.length) return { weeks: [], rows: [] }
  const people = [...new Set(exported.map(({ user_id }) => user_id))]
  const plan = await planOf(spanOf(exported), ctx, { people })
  const ids = new Set(exported.map(({ id }) => id))
  const isOne = ({ timecard_id }: { timecard_id: Id }) => ids.has(timecard_id)
  return { weeks: plan.weeks.filter(isOne), rows: plan.rows.filter(isOne) }
}

/** True if two approved weeks of one person contain the same entries. */
function sharesHours(one: Timecard, other: Timecard): boolean {
  if (one.id === other.id || one.user_id !== other.user_id || !other.approved_at) return false
  const ids = new Set((other.split ?? []).map(({ id }) => id))
  return (one.split ?? []).some(({ id }) => ids.has(id))
}

async function projectsOf(entries: readonly TimeEntry[], ctx: Ctx): Promise<Map<Id, PayrollProject>> {
  const ids = [...new Set(entries.flatMap(({ project_id }) => project_id ?? []))]
  const names = new Map((await ctx.all(phases)).map(({ id, name }) => [id, name]))
  const jobs = ids.length ? await ctx.all(projects, { id: ids }) : []
  return new Map(
    jobs.map(
      ({ id, name, number, customer_name: customer, overtime_rule, address, project_phases: [only, ...more] }) => {
        const phase = only && !more.length ? (names.get(only.phase_id) ?? null) : null
        return [id, { name, customer, number, overtime_rule, state: address?.state || null, phase }]
      },
    ),
  )
}

/** Compares without locale, so that the order is the same on every machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
