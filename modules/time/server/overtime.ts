import type { Id } from '#core/access/access.ts'
import type { Days, FiltersOf, RowOf } from '#core/report/report.ts'
import { addDays } from '#lib/days.ts'
import { roundHours } from '#lib/numbers.ts'
import { overtimeKind, type OvertimeKind } from '#lib/overtime/reasons.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { projects } from '../../projects/entities.ts'
import type { Found } from '../../reports/slots.ts'
import { timecards, timeEntries } from '../entities.ts'
import type { overtime } from '../reports.ts'
import { leadsIn } from './led.ts'
import { splitsOf } from './split-of.ts'

type Row = RowOf<typeof overtime>
const fields = [
  'id',
  'user_id',
  'date',
  'hours',
  'type',
  'project_id',
  'project_number',
  'per_diem',
  'cost_code_number',
] as const
type Entry = Awaited<ReturnType<typeof entriesIn>>[number]
const entriesIn = (from: string, to: string, { pick }: Ctx) => pick(timeEntries, fields, { date: between(from, to) })

/** Hours that are paid more, of weeks as approved, and of others as the rules split them now. */
export async function askOvertime(
  ctx: Ctx,
  { by }: FiltersOf<typeof overtime>,
  { from, to }: Days,
): Promise<Found<typeof overtime>> {
  const reach = between(from && addDays(from, -6), to)
  const cards = await ctx.pick(timecards, ['id', 'user_id', 'week_start', 'split'], { week_start: reach })
  // Whole weeks, since what is beyond the hours of a week is known by all of its days.
  const starts = cards.map(({ week_start }) => week_start).toSorted()
  const last = starts.at(-1)
  const entries = last ? await entriesIn(starts[0] ?? last, addDays(last, 6), ctx) : []
  const own = Map.groupBy(entries, ({ user_id }) => user_id)
  const open = cards.flatMap((week) => {
    const end = addDays(week.week_start, 6)
    const ofWeek = (own.get(week.user_id) ?? []).filter(({ date }) => date >= week.week_start && date <= end)
    return week.split ? [] : [{ week, entries: ofWeek }]
  })
  const splits = await splitsOf(open, ctx)
  const paid = cards.flatMap(({ id, split }) => split ?? splits.get(id)?.entries ?? [])
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const placeOf = await (by === 'job' ? byJob(ctx) : byForeman(from, to, ctx))
  const rows = new Map<string, Record<OvertimeKind | 'half' | 'double', number> & Row>()
  for (const { id, overtime: half, double, reason } of paid) {
    const entry = byId.get(id)
    if (!entry || (from && entry.date < from) || (to && entry.date > to) || !(half || double)) continue
    const place = placeOf(entry)
    const key = `${place.number ?? ''} ${place.name}`
    const row = rows.get(key) ?? { ...place, week: 0, day: 0, both: 0, premium: 0, half: 0, double: 0 }
    const kind = overtimeKind(reason)
    row[kind] = roundHours(row[kind] + half + double)
    row.half = roundHours(row.half + half)
    row.double = roundHours(row.double + double)
    rows.set(key, row)
  }
  const all = [...rows.values()].toSorted((a, b) => b.half + b.double - a.half - a.double)
  const sum = (of: 'half' | 'double') => roundHours(all.reduce((total, row) => total + row[of], 0))
  const [most] = all
  return {
    rows: all,
    figures: [
      { label: 'At 1.5×', value: sum('half'), kind: 'hours' },
      { label: 'At 2×', value: sum('double'), kind: 'hours' },
      { label: 'Most', value: most ? [most.number, most.name].filter(Boolean).join(' ') : null, kind: 'text' },
    ],
  }
}

interface Place {
  readonly project_id: Id | null
  /** Of a job. */
  readonly number?: string
  readonly name: string
}

async function byJob({ pick }: Ctx): Promise<(entry: Entry) => Place> {
  const jobs = new Map((await pick(projects, ['id', 'number', 'name'])).map((job) => [job.id, job]))
  return ({ project_id }) => {
    const job = jobs.get(project_id ?? 0)
    return { project_id, number: job?.number ?? '', name: job?.name ?? 'Without a job' }
  }
}

async function byForeman(from: string | null, to: string | null, ctx: Ctx): Promise<(entry: Entry) => Place> {
  const leads = await leadsIn(from, to, ctx)
  return ({ user_id, date }) => ({ project_id: null, name: leads(user_id, date) ?? 'Without a foreman' })
}
