import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { projects } from '../../projects/entities.ts'
import { timecards, timeEntries } from '../../time/entities.ts'
import { certifiedJobs, certifiedPayrolls, entryClasses, payWeeks, tradeClasses, workerNumbers } from '../entities.ts'
import { changesOf } from '../changes.ts'
import { formOf, type Form } from '../form.ts'

/** A job's week, by its first day. */
export interface Place {
  readonly project_id: Id
  readonly week_start: Day
}

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
export const readForm = async (project_id: Id, week_start: Day, ctx: Ctx): Promise<Form | null> =>
  (await readForms([{ project_id, week_start }], ctx))[0] ?? null

async function readSome(places: readonly Place[], ctx: Ctx): Promise<(Form | null)[]> {
  const { all, pick } = ctx
  const project_id = [...new Set(places.map((one) => one.project_id))]
  const weeks = [...new Set(places.map((one) => one.week_start))].toSorted()
  const [first = '', last = ''] = [weeks[0], weeks.at(-1)]
  const jobs = new Map(
    (await pick(projects, ['id', 'name', 'number', 'address'], { id: project_id })).map((job) => [job.id, job]),
  )
  const [company] = await ctx.cached(companySettings)
  const terms = await all(certifiedJobs, { project_id })
  const date = between(first, addDays(last, 6))
  const worked = (await all(timeEntries, { project_id, date, type: 'standard' })).filter(({ hours }) => hours > 0)
  const byDay = Map.groupBy(worked, (entry) => `${entry.project_id} ${entry.date}`)
  const user_id = [...new Set(worked.map((entry) => entry.user_id))]
  const some = user_id.length > 0
  // The neighboring weeks overlap where the company's first day of the week was changed.
  const [before, after] = [addDays(first, -6), addDays(last, 6)]
  const cards = some
    ? await all(timecards, { user_id, week_start: between(before, after), approved_at: not(null) })
    : []
  const classes = await all(tradeClasses)
  const overrides = some ? await all(entryClasses, { time_entry_id: worked.map(({ id }) => id) }) : []
  const numbers = some ? await all(workerNumbers, { user_id }) : []
  const paid = some ? await all(payWeeks, { user_id, week_start: weeks }) : []
  const signed = await all(certifiedPayrolls, { project_id, week_start: weeks, signed_at: not(null) })
  return places.map((place): Form | null => {
    const project = jobs.get(place.project_id)
    if (!project) return null
    const { week_start } = place
    const [from, to] = [addDays(week_start, -6), addDays(week_start, 6)]
    const days = Array.from({ length: 7 }, (_, at) => `${project.id} ${addDays(week_start, at)}`)
    const entries = days.flatMap((day) => byDay.get(day) ?? [])
    const [people, ids] = [new Set(entries.map((entry) => entry.user_id)), new Set(entries.map(({ id }) => id))]
    const form = formOf({
      contractor: company?.name ?? ctx.companyName,
      address: company?.address ?? null,
      week_start,
      project,
      job: terms.find((one) => one.project_id === project.id),
      entries,
      cards: cards.filter((card) => people.has(card.user_id) && from <= card.week_start && card.week_start <= to),
      classes,
      overrides: overrides.filter(({ time_entry_id }) => ids.has(time_entry_id)),
      numbers,
      paid: paid.filter((one) => people.has(one.user_id) && one.week_start === week_start),
    })
    const versions = signed.filter((one) => one.project_id === project.id && one.week_start === week_start)
    const kept = versions.toSorted((a, b) => a.amendment - b.amendment).at(-1)?.data
    return kept ? { ...form, changes: changesOf(kept, form) } : form
  })
}
