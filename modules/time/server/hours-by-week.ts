import type { Days, FiltersOf, RowOf } from '#core/report/report.ts'
import { addDays, startOfWeek, type Day } from '#lib/days.ts'
import { totalAtCompletion } from '#lib/hours-at-completion.ts'
import { roundHours } from '#lib/numbers.ts'
import { between, not, within, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import type { Found } from '../../reports/slots.ts'
import { timeEntries } from '../entities.ts'
import type { hoursByWeek } from '../reports.ts'
import { codesAtCompletion } from './at-completion.ts'

/** How many whole weeks the pace is that of, how many weeks back are shown at most, and how many ahead. */
const [PACE, BACK, AHEAD] = [4, 104, 26]
type Row = RowOf<typeof hoursByWeek>

/** Hours by week, counted back from what the forecast says is booked, and ahead to what it projects. */
export async function askHoursByWeek(
  ctx: Ctx,
  { project_id }: FiltersOf<typeof hoursByWeek>,
  { from, to }: Days,
): Promise<Found<typeof hoursByWeek>> {
  const codes = await codesAtCompletion(ctx, project_id ?? undefined)
  const { actual, budget, projected } = totalAtCompletion(codes.map(({ hours }) => hours))
  const [company] = await ctx.cached(companySettings)
  const weekOf = (day: Day) => startOfWeek(day, company?.week_start ?? 'sunday')
  const now = weekOf(await todayOf(ctx))
  const oldest = addDays(now, -7 * BACK)
  const start = from && weekOf(from) > oldest ? weekOf(from) : oldest
  const booked = await bookedFrom([start, addDays(now, -7 * PACE)].toSorted()[0] ?? now, project_id, weekOf, ctx)
  const rows: Row[] = []
  // What was booked for later weeks is not in the sum at the end of one before.
  let sum = roundHours(actual - [...booked].reduce((all, [week, hours]) => all + (week >= start ? hours : 0), 0))
  for (let week = start; week <= now; week = addDays(week, 7)) {
    const hours = booked.get(week) ?? 0
    sum = roundHours(sum + hours)
    if (!to || week <= to) rows.push({ project_id, week, booked: hours, sum, pace: week === now ? sum : null, budget })
  }
  const whole = Array.from({ length: PACE }, (_, at) => booked.get(addDays(now, -7 * (at + 1))) ?? 0)
  const pace = whole.reduce((all, hours) => all + hours, 0) / PACE
  const isAhead = (!to || to >= now) && pace > 0 && projected !== null
  for (let at = 1; isAhead && at <= AHEAD && Number(rows.at(-1)?.pace) < projected; at++)
    rows.push({
      project_id,
      week: addDays(now, 7 * at),
      booked: null,
      sum: null,
      pace: Math.min(projected, roundHours(sum + pace * at)),
      budget,
    })
  return {
    rows,
    totals: { sum: actual, budget, pace: projected },
    figures: [
      { label: 'Booked', value: actual, kind: 'hours' },
      { label: 'Budget', value: budget, kind: 'hours' },
      { label: 'At the end', value: projected, kind: 'hours' },
    ],
  }
}

/** The hours on codes of a job, or of all active ones, by week. */
async function bookedFrom(
  from: Day,
  project_id: number | null,
  weekOf: (day: Day) => Day,
  { groups }: Ctx,
): Promise<Map<Day, number>> {
  const found = await groups(timeEntries, {
    by: ['date'],
    where: {
      date: between(from, null),
      cost_code_id: not(null),
      project_id: project_id ?? within(projects, { archived_at: null }),
    },
    sum: ['hours'],
  })
  const weeks = new Map<Day, number>()
  for (const { date, sum } of found) weeks.set(weekOf(date), roundHours((weeks.get(weekOf(date)) ?? 0) + sum.hours))
  return weeks
}
