import type { Id } from '#core/access/access.ts'
import type { Days, FiltersOf, RowOf } from '#core/report/report.ts'
import { addDays } from '#lib/days.ts'
import { roundHours } from '#lib/numbers.ts'
import { overtimeKind, type OvertimeKind } from '#lib/overtime/reasons.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { projects } from '../../projects/entities.ts'
import type { Found } from '../../reports/slots.ts'
import { timeEntries, type TimeEntry } from '../entities.ts'
import type { overtime } from '../reports.ts'
import { leadsIn } from './led.ts'
import { paidMore } from './paid-more.ts'

type Row = RowOf<typeof overtime>
type Entry = Pick<TimeEntry, 'user_id' | 'date' | 'project_id'>

/** Hours that are paid more, of weeks as approved, and of others as the rules split them now. */
export async function askOvertime(
  ctx: Ctx,
  { by }: FiltersOf<typeof overtime>,
  { from, to }: Days,
): Promise<Found<typeof overtime>> {
  const paid = await paidMore({ week_start: between(from && addDays(from, -6), to) }, ctx)
  const of = { id: [...paid.keys()], date: between(from, to) }
  const entries = paid.size ? await ctx.pick(timeEntries, ['id', 'user_id', 'date', 'project_id'], of) : []
  const placeOf = await (by === 'job' ? byJob(ctx) : byForeman(from, to, ctx))
  const rows = new Map<string, Record<OvertimeKind | 'half' | 'double', number> & Row>()
  for (const entry of entries) {
    const { overtime: half = 0, double = 0, reason = '' } = paid.get(entry.id) ?? {}
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
