import type { WeekSplit } from '#lib/overtime/split-week.ts'
import type { Ctx } from '#server/define-server.ts'
import { overtimeSettings, rulesOf, workScheduleAgreements } from '../overtime/entities.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import type { Timecard, TimeEntry } from './entities.ts'
import { payWeek } from './pay-week.ts'

/** Splits a week's hours into pay types by the company's current overtime rules. */
export async function splitOf(week: Timecard, entries: readonly TimeEntry[], ctx: Ctx): Promise<WeekSplit> {
  const ids = [...new Set(entries.flatMap(({ project_id }) => project_id ?? []))]
  const jobs = ids.length ? await ctx.all(projects, { id: ids }) : []
  const [setting] = await ctx.all(overtimeSettings)
  const person = await ctx.find(users, week.user_id)
  return payWeek(week.week_start, entries, jobs, {
    rules: rulesOf(setting),
    zero_hour_per_diem: setting?.zero_hour_per_diem ?? false,
    agreements: await ctx.all(workScheduleAgreements, { user_id: week.user_id }),
    trade: person?.license ?? null,
  })
}
