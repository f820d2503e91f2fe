import { addDays } from '#lib/days.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { projects } from '../../projects/entities.ts'
import { timecards, timeEntries } from '../../time/entities.ts'
import { certifiedJobs, certifiedPayrolls, entryClasses, payWeeks, tradeClasses, workerNumbers } from '../entities.ts'
import { changesOf } from '../changes.ts'
import { formOf, type Form } from '../form.ts'
import { daysOf, hrefOf, type Place } from '../week.ts'

/** How many forms are read together; of more, those read before can be let go. */
const AT_ONCE = 50

/** The forms of these jobs and weeks as they are now, in as many statements for one of them as for fifty; null for no job. */
export async function readForms(places: readonly Place[], ctx: Ctx): Promise<(Form | null)[]> {
  const found: (Form | null)[] = []
  for (let from = 0; from < places.length; from += AT_ONCE)
    found.push(...(await readSome(places.slice(from, from + AT_ONCE), ctx)))
  return found
}

/** The form of a job and week as it is now; null for no job. */
export const readForm = async (place: Place, ctx: Ctx): Promise<Form | null> =>
  (await readForms([place], ctx))[0] ?? null

async function readSome(places: readonly Place[], ctx: Ctx): Promise<(Form | null)[]> {
  const { all, pick } = ctx
  const project_id = [...new Set(places.map((one) => one.project_id))]
  const week_start = [...new Set(places.map((one) => one.week_start))].toSorted()
  const [first = '', last = ''] = [week_start[0], week_start.at(-1)]
  const jobs = new Map(
    (await pick(projects, ['id', 'name', 'number', 'address'], { id: project_id })).map((job) => [job.id, job]),
  )
  const [company] = await ctx.cached(companySettings)
  const terms = new Map((await all(certifiedJobs, { project_id })).map((one) => [one.project_id, one]))
  const date = between(first, addDays(last, 6))
  const worked = (await all(timeEntries, { project_id, date, type: 'standard' })).filter(({ hours }) => hours > 0)
  const byDay = Map.groupBy(worked, (entry) => `${entry.project_id} ${entry.date}`)
  const user_id = [...new Set(worked.map((entry) => entry.user_id))]
  // The neighboring weeks overlap where the company's first day of the week was changed.
  const near = between(addDays(first, -6), addDays(last, 6))
  const cards = await all(timecards, { user_id, week_start: near, approved_at: not(null) })
  const classes = await all(tradeClasses)
  const overrides = await all(entryClasses, { time_entry_id: worked.map(({ id }) => id) })
  const numbers = await all(workerNumbers, { user_id })
  const paid = await all(payWeeks, { user_id, week_start })
  const signed = await all(certifiedPayrolls, { project_id, week_start, signed_at: not(null) })
  const kept = new Map(signed.toSorted((a, b) => a.amendment - b.amendment).map((one) => [hrefOf(one), one.data]))
  return places.map((place): Form | null => {
    const project = jobs.get(place.project_id)
    if (!project) return null
    const entries = daysOf(place.week_start).flatMap((day) => byDay.get(`${project.id} ${day}`) ?? [])
    const people = new Set(entries.map((entry) => entry.user_id))
    const [from, to] = [addDays(place.week_start, -6), addDays(place.week_start, 6)]
    const form = formOf({
      contractor: company?.name ?? ctx.companyName,
      address: company?.address ?? null,
      week_start: place.week_start,
      project,
      job: terms.get(project.id),
      entries,
      cards: cards.filter((card) => people.has(card.user_id) && from <= card.week_start && card.week_start <= to),
      classes,
      overrides,
      numbers,
      paid: paid.filter((one) => one.week_start === place.week_start),
    })
    const before = kept.get(hrefOf(place))
    return before ? { ...form, changes: changesOf(before, form) } : form
  })
}
