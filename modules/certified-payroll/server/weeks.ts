import type { Id } from '#core/access/access.ts'
import { addDays, startOfWeek, type Day } from '#lib/days.ts'
import { between, withDeleted, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { timecards, timeEntries } from '../../time/entities.ts'
import { certifiedJobs, certifiedPayrolls, entryClasses, payWeeks, tradeClasses, workerNumbers } from '../entities.ts'
import { dueOn, hrefOf, type CertifiedWeek, type Place } from '../week.ts'
import { readForms } from './read-form.ts'

/** How many weeks are looked back. */
const BACK = 52

/**
 * The answer of GET api/certified_payrolls/weeks: for each prevailing-wage job the weeks that are over, from the first with
 * hours to the last, the newest first.
 */
export async function weeksOf(ctx: Ctx): Promise<CertifiedWeek[]> {
  const today = await todayOf(ctx)
  const [company] = await ctx.cached(companySettings)
  const current = startOfWeek(today, company?.week_start)
  const jobs = await ctx.pick(projects, ['id', 'number', 'name'], { overtime_rule: 'prevailing' })
  const project_id = jobs.map(({ id }) => id)
  if (!project_id.length) return []
  const date = between(addDays(current, -7 * BACK), addDays(current, -1))
  const where = { project_id, type: 'standard' as const, date }
  const days = await ctx.groups(timeEntries, { by: ['project_id', 'date'], where, sum: ['hours'] })
  const terms = new Map((await ctx.all(certifiedJobs, { project_id })).map((one) => [one.project_id, one]))
  const fields = ['id', 'project_id', 'week_start', 'number', 'amendment', 'final', 'signed_at'] as const
  const forms = await ctx.pick(certifiedPayrolls, fields, { project_id })
  const latest = new Map(forms.toSorted((a, b) => a.amendment - b.amendment).map((form) => [hrefOf(form), form]))
  const differing = await differingIn([...latest.values()], ctx)
  return jobs
    .map(({ id, number, name }) => ({ id, project: `${number} ${name}` }))
    .toSorted((a, b) => (a.project < b.project ? -1 : 1))
    .flatMap(({ id, project }) => {
      const own = days.filter((day) => day.project_id === id && day.sum.hours > 0)
      const hours = Map.groupBy(own, (day) => startOfWeek(day.date, company?.week_start))
      const made = forms.filter((form) => form.project_id === id)
      const end = made.find(({ final }) => final)?.week_start
      const from = terms.get(id)?.starts_on ?? ''
      const known = [...hours.keys(), ...made.map(({ week_start }) => week_start)].toSorted()
      return weeksBetween(known[0], known.at(-1)).flatMap((week_start): CertifiedWeek[] => {
        const form = latest.get(hrefOf({ project_id: id, week_start }))
        const isAfter = end && week_start > end && !hours.has(week_start)
        if (!form && (isAfter || addDays(week_start, 6) < from)) return []
        const worked =
          (hours.get(week_start) ?? []).reduce((all, day) => all + Math.round(day.sum.hours * 100), 0) / 100
        const kept = form && (differing.has(form.id) ? 'changed' : form.signed_at ? 'signed' : 'made')
        const state = kept ?? (worked ? 'due' : 'none')
        const due_on = dueOn(week_start, company?.payday)
        const late = ['due', 'made'].includes(state) && due_on < today && !form?.amendment
        const numbered = form ? { number: form.number, amendment: form.amendment } : null
        return [{ project_id: id, project, week_start, due_on, hours: worked, state, form: numbered, late }]
      })
    })
}

/** The weeks from the first to the last, the newest first. */
function weeksBetween(first = '', last = ''): Day[] {
  const weeks: Day[] = []
  for (let week = first; first && week <= last; week = addDays(week, 7)) weeks.unshift(week)
  return weeks
}

type Known = Place & { readonly id: Id; readonly signed_at: string | null }

/** The forms that were signed last and are not any more what would be signed now. */
async function differingIn(latest: readonly Known[], ctx: Ctx): Promise<ReadonlySet<Id>> {
  const [oldest] = latest.flatMap(({ signed_at }) => signed_at ?? []).toSorted()
  if (!oldest) return new Set()
  // What was deleted since was changed, too.
  const since = { updated_at: between(oldest, null), ...withDeleted }
  const ofWeeks = [
    ...(await ctx.pick(timecards, ['week_start', 'updated_at'], since)),
    ...(await ctx.pick(payWeeks, ['week_start', 'updated_at'], since)),
  ]
  const ofAll = [
    ...(await ctx.pick(tradeClasses, ['updated_at'], since)),
    ...(await ctx.pick(certifiedJobs, ['updated_at'], since)),
    ...(await ctx.pick(workerNumbers, ['updated_at'], since)),
    ...(await ctx.pick(entryClasses, ['updated_at'], since)),
  ]
  const near = (week: Day, other: Day) => addDays(week, -7) < other && other < addDays(week, 7)
  // Only where anything that a week's form is made of was changed, it is compared with what was signed.
  const asked = latest.filter(
    ({ week_start, signed_at: at }) =>
      at &&
      (ofAll.some(({ updated_at }) => updated_at > at) ||
        ofWeeks.some((one) => one.updated_at > at && near(week_start, one.week_start))),
  )
  const now = await readForms(asked, ctx)
  return new Set(asked.flatMap(({ id }, at) => (now[at]?.changes.length ? [id] : [])))
}
