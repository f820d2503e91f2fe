import { defaultRules } from '#lib/overtime/rules.ts'
import type { WeekSplit } from '#lib/overtime/split-week.ts'
import type { Ctx } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import type { Timecard, TimeEntry } from './entities.ts'
import { payWeek } from './guards.ts'

/** A week's hours as they are paid, by the company's overtime rules. */
export async function splitOf(week: Timecard, entries: readonly TimeEntry[], ctx: Ctx): Promise<WeekSplit> {
  const ids = [...new Set(entries.flatMap(({ project_id }) => project_id ?? []))]
  const person = await ctx.find(users, week.user_id)
  return payWeek(week.week_start, entries, ids.length ? await ctx.all(projects, { id: ids }) : [], {
    rules: defaultRules,
    zero_hour_per_diem: false,
    agreements: [],
    trade: person?.license ?? null,
  })
}
