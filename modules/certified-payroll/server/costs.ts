import type { Id } from '#core/access/access.ts'
import type { Days } from '#core/report/report.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { timeEntries } from '../../time/entities.ts'
import { paidMore } from '../../time/facts.ts'
import type { HourCost } from '../../time/slots.ts'
import { certifiedJobs, entryClasses, payers, tradeClasses } from '../entities.ts'
import { factors, termsOf } from '../form.ts'

/**
 * What the hours on jobs with classes cost by cost code: the rate of each entry by kind of hour, and fringe benefits, to
 * plans or in cash, once an hour. For who may see pay (rule pay-data); hours without a rate are in neither sum.
 */
export async function costsOf({ from, to }: Days, ctx: Ctx): Promise<ReadonlyMap<Id, HourCost>> {
  const jobs = payers(ctx.user) ? await ctx.all(certifiedJobs) : []
  const terms = new Map(jobs.map((job) => [job.project_id, job]))
  const costs = new Map<Id, HourCost>()
  if (!terms.size) return costs
  const entries = await ctx.pick(
    timeEntries,
    ['id', 'user_id', 'date', 'hours', 'project_id', 'cost_code_id', 'week_id'],
    { project_id: [...terms.keys()], type: 'standard', date: between(from, to), cost_code_id: not(null) },
  )
  const weeks = new Set(entries.flatMap(({ week_id }) => week_id ?? []))
  const more = await paidMore({ id: [...weeks] }, ctx)
  const classes = await ctx.all(tradeClasses)
  const overrides = await ctx.all(entryClasses)
  for (const entry of entries) {
    const { cost_code_id, hours } = entry
    const job = terms.get(entry.project_id ?? 0)
    const { rate, fringe_plans, fringe_cash } = termsOf(entry, { job, classes, overrides }).terms
    if (rate === null || cost_code_id === null) continue
    const { overtime = 0, double = 0 } = more.get(entry.id) ?? {}
    const paid = hours + overtime * (factors.overtime - 1) + double * (factors.double - 1)
    const { cost, rated } = costs.get(cost_code_id) ?? { cost: 0, rated: 0 }
    costs.set(cost_code_id, { cost: cost + paid * rate + hours * (fringe_plans + fringe_cash), rated: rated + hours })
  }
  return costs
}
