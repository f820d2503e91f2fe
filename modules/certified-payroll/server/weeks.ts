import type { Id } from '#core/access/access.ts'
import { addDays, startOfWeek, type Day } from '#lib/days.ts'
import { between, not, withDeleted, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { timecards, timeEntries } from '../../time/entities.ts'
import { certifiedJobs, certifiedPayrolls, entryClasses, payWeeks, tradeClasses, workerNumbers } from '../entities.ts'
import { dueOn, type CertifiedWeek } from '../week.ts'
import { readForms, type Place } from './read-form.ts'

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
  const first = addDays(current, -7 * BACK)
  const jobs = await ctx.pick(projects, ['id', 'number', 'name'], { overtime_rule: 'prevailing' })
  const project_id = jobs.map(({ id }) => id)
  if (!project_id.length) return []
  const where = { project_id, type: 'standard' as const, date: between(first, addDays(current, -1)) }
  const days = await ctx.groups(timeEntries, { by: ['project_id', 'date'], where, sum: ['hours'] })
  const terms = new Map((await ctx.all(certifiedJobs, { project_id })).map((one) => [one.project_id, one]))
  const fields = ['id', 'project_id', 'week_start', 'number', 'amendment', 'final', 'signed_at'] as const
  const forms = await ctx.pick(certifiedPayrolls, fields, { project_id })
  const differing = await differingIn(forms, ctx)
  const found: CertifiedWeek[] = []
  for (const { id, number, name } of jobs) {
    const own = days.filter((day) => day.project_id === id && day.sum.hours > 0)
    const hours = Map.groupBy(own, ({ date }) => startOfWeek(date, company?.week_start))
    const made = Map.groupBy(
      forms.filter((form) => form.project_id === id),
      ({ week_start }) => week_start,
    )
    const known = [...hours.keys(), ...made.keys()].toSorted()
    const end = forms.find((form) => form.project_id === id && form.final)?.week_start
    const from = terms.get(id)?.starts_on ?? ''
    for (let week = known.at(0) ?? current; week <= (known.at(-1) ?? ''); week = addDays(week, 7)) {
      const versions = (made.get(week) ?? []).toSorted((a, b) => a.amendment - b.amendment)
      const last = versions.at(-1)
      if (!last && (addDays(week, 6) < from || (end && week > end && !hours.has(week)))) continue
      const worked = (hours.get(week) ?? []).reduce((all, day) => all + Math.round(day.sum.hours * 100), 0) / 100
      const isChanged = !!last && differing.has(last.id)
      const state = !last ? (worked ? 'due' : 'none') : isChanged ? 'changed' : last.signed_at ? 'signed' : 'made'
      const due_on = dueOn(week, company?.payday)
      const isOpen = state === 'due' || state === 'made'
      found.push({
        project_id: id,
        project: `${number} ${name}`,
        week_start: week,
        due_on,
        hours: worked,
        state,
        form: last ? { number: last.number, amendment: last.amendment } : null,
        late: isOpen && due_on < today && !(last && last.amendment > 0),
      })
    }
  }
  return found.toSorted((a, b) =>
    a.project === b.project ? (a.week_start < b.week_start ? 1 : -1) : a.project < b.project ? -1 : 1,
  )
}

type Known = Place & Readonly<Record<'id' | 'amendment', number>> & { readonly signed_at: string | null }

/** The forms that were signed last and are not any more what would be signed now. */
async function differingIn(forms: readonly Known[], ctx: Ctx): Promise<ReadonlySet<Id>> {
  const changed = await changedSince(ctx)
  const latest = Map.groupBy(forms, ({ project_id, week_start }) => `${project_id} ${week_start}`)
  const asked = [...latest.values()].flatMap((versions) => {
    const last = versions.toSorted((a, b) => a.amendment - b.amendment).at(-1)
    return last?.signed_at && changed(last.week_start, last.signed_at) ? [last] : []
  })
  const now = await readForms(asked, ctx)
  return new Set(asked.flatMap(({ id }, at) => (now[at]?.changes.length ? [id] : [])))
}

/** Whether anything that a week's form is made of was changed after a moment; only then it is compared with what was signed. */
async function changedSince(ctx: Ctx): Promise<(week: Day, moment: string) => boolean> {
  const oldest = (await ctx.pick(certifiedPayrolls, ['signed_at'], { signed_at: not(null) }))
    .map(({ signed_at }) => signed_at ?? '')
    .toSorted()[0]
  if (!oldest) return () => false
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
  return (week, moment) =>
    ofAll.some((one) => one.updated_at > moment) ||
    ofWeeks.some((one) => one.updated_at > moment && near(week, one.week_start))
}
