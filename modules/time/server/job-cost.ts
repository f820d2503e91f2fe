import type { Id } from '#core/access/access.ts'
import type { Days, FiltersOf, RowOf } from '#core/report/report.ts'
import { totalAtCompletion, type HoursAtCompletion } from '#lib/hours-at-completion.ts'
import { roundHours } from '#lib/numbers.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import type { Found } from '../../reports/slots.ts'
import { timeEntries } from '../entities.ts'
import type { jobCost } from '../reports.ts'
import { hourCosts, type HourCost } from '../slots.ts'
import { codesAtCompletion, type CodeAtCompletion } from './at-completion.ts'

type Row = RowOf<typeof jobCost>
interface Place {
  readonly key: string
  readonly number: string
  readonly name: string
  readonly project_id: Id | null
}

/** Hours, budget and projection by job, phase, category or code, by the sums and formulas of the forecast. */
export async function askJobCost(
  ctx: Ctx,
  { by, project_id }: FiltersOf<typeof jobCost>,
  days: Days,
): Promise<Found<typeof jobCost>> {
  const codes = await codesAtCompletion(ctx, project_id ?? undefined)
  const spent = days.from || days.to ? await spentIn(days, ctx) : null
  const costs = await costsIn(days, ctx)
  const placeOf = await placesBy(by, ctx)
  const groups = [...Map.groupBy(codes, (code) => placeOf(code).key).values()]
  const row = (own: readonly CodeAtCompletion[]): Row => ({
    ...figuresOf(totalAtCompletion(own.map(({ hours }) => hours))),
    ...(spent && { spent: roundHours(own.reduce((sum, { id }) => sum + (spent.get(id) ?? 0), 0)) }),
    ...(costs.size && costOf(own.flatMap(({ id }) => costs.get(id) ?? []))),
  })
  const rows = groups.flatMap((own): Row[] => {
    const [first] = own
    if (!first) return []
    const { number, name, project_id: id } = placeOf(first)
    const cost_code_id = by === 'code' ? first.id : null
    return [{ project_id: id, cost_code_id, number, name, ...row(own) }]
  })
  const totals = row(codes)
  const over = rows.filter((one) => Number(one.over ?? 0) > 0).length
  return {
    rows,
    totals,
    figures: [
      { label: 'Booked', value: totals.booked ?? null, kind: 'hours' },
      { label: 'At the end', value: totals.projected ?? null, kind: 'hours' },
      { label: `${by === 'job' ? 'Jobs' : 'Lines'} over budget`, value: over, kind: 'number' },
    ],
  }
}

const figuresOf = ({ actual, budget, percent, projected, over }: HoursAtCompletion): Row => ({
  booked: actual,
  budget,
  complete: percent,
  projected,
  over,
})

/** What hours cost by code, as far as rates are set and the asker may see them. */
async function costsIn(days: Days, ctx: Ctx): Promise<ReadonlyMap<Id, HourCost>> {
  const found = await Promise.all(ctx.filled(hourCosts).map((ask) => ask(days, ctx)))
  return new Map(found.flatMap((one) => [...one]))
}

/** Without any hours that have a rate there is no cost, which is not 0. */
function costOf(own: readonly HourCost[]): Row {
  const sum = (of: keyof HourCost) => roundHours(own.reduce((all, one) => all + one[of], 0))
  return own.length ? { cost: sum('cost'), rated: sum('rated') } : { cost: null, rated: null }
}

/** The hours of a period by code. */
async function spentIn({ from, to }: Days, { groups }: Ctx): Promise<Map<Id | null, number>> {
  const where = { date: between(from, to), cost_code_id: not(null) }
  const found = await groups(timeEntries, { by: ['cost_code_id'], where, sum: ['hours'] })
  return new Map(found.map(({ cost_code_id, sum }) => [cost_code_id, sum.hours]))
}

/** Where a code's hours are counted. A job's hours have its phase if it has one alone, as in payroll. */
async function placesBy(by: FiltersOf<typeof jobCost>['by'], ctx: Ctx): Promise<(code: CodeAtCompletion) => Place> {
  if (by === 'phase') {
    const names = new Map((await ctx.cached(phases)).map(({ id, name }) => [id, name]))
    const jobs = new Map((await ctx.all(projects, { archived_at: null })).map((job) => [job.id, job.project_phases]))
    return ({ job }) => {
      const [only, ...more] = jobs.get(job.id) ?? []
      const name = more.length
        ? 'Jobs of several phases'
        : only
          ? (names.get(only.phase_id) ?? '')
          : 'Jobs without a phase'
      return { key: name, number: '', name, project_id: null }
    }
  }
  return ({ id, job, number, name, category_number, category_name }) => {
    const place = { project_id: job.id }
    if (by === 'job') return { ...place, key: String(job.id), number: job.number, name: job.name }
    const category = [job.number, category_number].filter(Boolean).join(' ')
    if (by === 'category')
      return { ...place, key: category, number: category, name: category_name ?? 'Codes without a category' }
    return { ...place, key: `code ${id}`, number: [category, number].join(category_number ? '.' : ' '), name }
  }
}
