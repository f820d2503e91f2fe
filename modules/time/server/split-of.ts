import type { Id } from '#core/access/access.ts'
import type { WeekSplit } from '#lib/overtime/split-week.ts'
import { inPieces, type Ctx } from '#server/define-server.ts'
import { overtimeSettings, rulesOf, workScheduleAgreements } from '../../overtime/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import type { Timecard, TimeEntry } from '../entities.ts'
import { payWeek, type PaidEntry } from '../pay-week.ts'

interface Hours {
  readonly week: Pick<Timecard, 'id' | 'user_id' | 'week_start'>
  readonly entries: readonly PaidEntry[]
}

/**
 * Splits the hours of weeks into pay types by the company's current overtime rules, by week, in four statements; other
 * requests get their turns meanwhile.
 */
export async function splitsOf(weeks: readonly Hours[], ctx: Ctx): Promise<Map<Id, WeekSplit>> {
  const ids = [...new Set(weeks.flatMap(({ entries }) => entries.flatMap(({ project_id }) => project_id ?? [])))]
  const people = [...new Set(weeks.map(({ week }) => week.user_id))]
  const jobs = new Map((ids.length ? await ctx.all(projects, { id: ids }) : []).map((job) => [job.id, job]))
  const [setting] = await ctx.all(overtimeSettings)
  const known = new Map((people.length ? await ctx.all(users, { id: people }) : []).map((one) => [one.id, one]))
  const agreed = people.length ? await ctx.all(workScheduleAgreements, { user_id: people }) : []
  const agreements = Map.groupBy(agreed, ({ user_id }) => user_id)
  const rules = rulesOf(setting)
  const splits = new Map<Id, WeekSplit>()
  for await (const { week, entries } of inPieces(weeks)) {
    const terms = {
      rules,
      zero_hour_per_diem: setting?.zero_hour_per_diem ?? false,
      agreements: agreements.get(week.user_id) ?? [],
      trade: known.get(week.user_id)?.license ?? null,
    }
    splits.set(
      week.id,
      payWeek(week.week_start, entries, (id) => jobs.get(id), terms),
    )
  }
  return splits
}

/** Splits a week's hours into pay types by the company's current overtime rules. */
export async function splitOf(week: Timecard, entries: readonly TimeEntry[], ctx: Ctx): Promise<WeekSplit> {
  const split = (await splitsOf([{ week, entries }], ctx)).get(week.id)
  if (!split) throw new Error('A week was not split.')
  return split
}
