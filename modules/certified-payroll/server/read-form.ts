import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { projects } from '../../projects/entities.ts'
import { timecards, timeEntries } from '../../time/entities.ts'
import {
  certifiedJobs,
  certifiedPayrolls,
  entryClasses,
  payWeeks,
  tradeClasses,
  workerNumbers,
  type CertifiedPayroll,
} from '../entities.ts'
import { changesOf } from '../changes.ts'
import { formOf, type Form } from '../form.ts'

/** The form of a job and week as it is now, in a number of statements that does not depend on how many people there are. */
export async function readForm(project_id: Id, week_start: Day, ctx: Ctx): Promise<Form | null> {
  const { all } = ctx
  const project = await ctx.find(projects, project_id)
  if (!project) return null
  const [company] = await ctx.cached(companySettings)
  const [job] = await all(certifiedJobs, { project_id })
  const date = between(week_start, addDays(week_start, 6))
  const entries = (await all(timeEntries, { project_id, date, type: 'standard' })).filter(({ hours }) => hours > 0)
  const user_id = [...new Set(entries.map((entry) => entry.user_id))]
  const some = user_id.length > 0
  const [before, after] = [addDays(week_start, -6), addDays(week_start, 6)]
  // The neighboring weeks overlap where the company's first day of the week was changed.
  const cards = some
    ? await all(timecards, { user_id, week_start: between(before, after), approved_at: not(null) })
    : []
  const form = formOf({
    contractor: company?.name ?? ctx.companyName,
    address: company?.address ?? null,
    week_start,
    project,
    job,
    entries,
    cards,
    classes: await all(tradeClasses),
    overrides: some ? await all(entryClasses, { time_entry_id: entries.map(({ id }) => id) }) : [],
    numbers: some ? await all(workerNumbers, { user_id }) : [],
    paid: some ? await all(payWeeks, { user_id, week_start }) : [],
  })
  const signed = await lastSigned(project_id, week_start, ctx)
  return signed?.data ? { ...form, changes: changesOf(signed.data, form) } : form
}

/** The form of a week that was signed last. */
export const lastSigned = (project_id: Id, week_start: Day, ctx: Ctx): Promise<CertifiedPayroll | null> =>
  ctx.latest(certifiedPayrolls, { project_id, week_start, signed_at: not(null) }, 'amendment')
