import type { Id } from '#core/access/access.ts'
import type { Days, FiltersOf, RowOf } from '#core/report/report.ts'
import { addDays, daysBetween, type Day } from '#lib/days.ts'
import { roundHours } from '#lib/numbers.ts'
import { between, refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import type { Found } from '../../reports/slots.ts'
import { timeEntries } from '../../time/entities.ts'
import { dayPlans } from '../../time/slots.ts'
import { lacksOn, leadsIn } from '../../time/facts.ts'
import { users } from '../../users/entities.ts'
import { daysOf } from '../days.ts'
import { dailyLogs } from '../entities.ts'
import type { missing } from '../reports.ts'

type Row = RowOf<typeof missing>
/** Something that is missing on a day, and who leads there. */
interface Gap {
  readonly lead: string
  readonly day: Day
  readonly who: string
  /** Hours short of the plan, and the job of a log. */
  readonly short?: number
  readonly project_id?: Id
}
const NOBODY = 'Nobody leads'
type Leads = Awaited<ReturnType<typeof leadsIn>>
const MOST_DAYS = 92
/** How many names a row says. */
const NAMED = 6

/** What is missing of the days of a period before today: hours as far as the asker sees them, and daily logs. */
export async function askMissing(
  ctx: Ctx,
  { by }: FiltersOf<typeof missing>,
  { from, to }: Days,
): Promise<Found<typeof missing>> {
  const yesterday = addDays(await todayOf(ctx), -1)
  const last = to && to < yesterday ? to : yesterday
  const first = from ?? addDays(last, -27)
  const count = daysBetween(first, last) + 1
  if (count > MOST_DAYS) refuse('Choose three months at most.', { from: ['Choose three months at most.'] })
  const days = Array.from({ length: Math.max(0, count) }, (_, at) => addDays(first, at))
  const leads = await leadsIn(days[0] ?? null, days.at(-1) ?? null, ctx)
  const gaps = days.length ? [...(await timeGaps(days, leads, ctx)), ...(await logGaps(days, leads, ctx))] : []
  const keyOf = ({ lead, day }: Gap) => (by === 'lead' ? lead : by === 'day' ? day : `${lead} ${day}`)
  const rows = [...Map.groupBy(gaps, keyOf).values()].flatMap((own): Row[] => {
    const [{ lead, day } = { lead: '', day: '' }] = own
    const logs = own.filter(({ project_id }) => project_id !== undefined)
    const jobs = new Set(logs.map(({ project_id }) => project_id))
    const named = [...new Set(own.map(({ who }) => who))]
    return [
      {
        project_id: jobs.size === 1 ? ([...jobs][0] ?? null) : null,
        ...(by !== 'day' && { lead }),
        ...(by !== 'lead' && { day }),
        people: own.length - logs.length,
        short: roundHours(own.reduce((sum, { short = 0 }) => sum + short, 0)),
        logs: logs.length,
        who: [...named.slice(0, NAMED), ...(named.length > NAMED ? [`${named.length - NAMED} more`] : [])].join(', '),
      },
    ]
  })
  const sum = (of: (gap: Gap) => number) => roundHours(gaps.reduce((all, gap) => all + of(gap), 0))
  const isLog = ({ project_id }: Gap) => project_id !== undefined
  return {
    rows: rows.toSorted((a, b) => Number(b.people) + Number(b.logs) - Number(a.people) - Number(a.logs)),
    figures: [
      { label: 'Days without hours', value: gaps.length - sum((gap) => Number(isLog(gap))), kind: 'number' },
      { label: 'Hours short of the plan', value: sum(({ short = 0 }) => short), kind: 'hours' },
      { label: 'Daily logs missing', value: sum((gap) => Number(isLog(gap))), kind: 'number' },
    ],
  }
}

/** Who lacks hours (rule missing-time), under whoever leads them that day. */
async function timeGaps(days: readonly Day[], leads: Leads, ctx: Ctx): Promise<Gap[]> {
  return (await lacksOn(days, ctx)).map(({ user_id, name, date: day, short }) => {
    return { lead: leads(user_id, day) ?? NOBODY, day, who: name, short }
  })
}

/**
 * Days of active jobs without a log, as a job's index of logs says, under whoever led most of those who worked there that
 * day, or else the first foreman of the team.
 */
async function logGaps(days: readonly Day[], leads: Leads, ctx: Ctx): Promise<Gap[]> {
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const today = await todayOf(ctx)
  const jobs = await ctx.all(projects, { archived_at: null })
  const foremen = await ctx.pick(users, ['id', 'name'], { role: 'foreman', active: true })
  const span = { date: between(from, to) }
  const logs = await ctx.pick(dailyLogs, ['id', 'project_id', 'date', 'completed_at'], span)
  const firsts = await ctx.groups(dailyLogs, { by: ['project_id'], min: ['date'] })
  const worked = await ctx.groups(timeEntries, { by: ['project_id', 'user_id', 'date'], where: span, sum: ['hours'] })
  const [ofLogs, ofTime] = [
    Map.groupBy(logs, ({ project_id }) => project_id),
    Map.groupBy(worked, ({ project_id }) => project_id),
  ]
  const first = new Map(firsts.map(({ project_id, min }) => [project_id, min.date]))
  const plans = await Promise.all(ctx.filled(dayPlans).map((plansOf) => plansOf(days, ctx)))
  const off = new Set(days.filter((_, at) => plans.some((plan) => plan[at]?.isWorkDay === false)))
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  return jobs.flatMap(({ id, number, project_users }): Gap[] => {
    const time = (ofTime.get(id) ?? []).map(({ date, user_id, sum }) => ({ date, user_id, hours: sum.hours }))
    const known = { logs: ofLogs.get(id) ?? [], time, today, first: first.get(id) ?? null, off }
    if (!known.logs.length && !time.length && !known.first) return []
    const foreman = foremen.find((one) => project_users.some(({ user_id }) => user_id === one.id))?.name
    const leadOn = (day: Day) => {
      const led = time.flatMap(({ date, user_id }) => (date === day ? (leads(user_id, day) ?? []) : []))
      const [most] = [...Map.groupBy(led, (name) => name).values()].toSorted((a, b) => b.length - a.length)
      return most?.[0] ?? foreman ?? NOBODY
    }
    return months.flatMap((month) => {
      return daysOf(month, known)
        .filter(({ date, state }) => state === 'missing' && date >= from && date <= to)
        .map(({ date: day }) => ({ lead: leadOn(day), day, who: number, project_id: id }))
    })
  })
}
