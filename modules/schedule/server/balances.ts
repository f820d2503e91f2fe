import { readId } from '#core/entity/id.ts'
import type { Day } from '#lib/days.ts'
import { roundHours } from '#lib/numbers.ts'
import { between, refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { hoursOff, type Off } from '../company-days.ts'
import { FULL_DAY, hoursOn, isWorkDay, spanOf, type WorkDays } from '../days-of.ts'
import {
  scheduleSettings,
  timeOffBalances,
  timeOffKinds,
  timeOffRequests,
  type CalendarEvent,
  type TimeOffBalance,
  type TimeOffKind,
} from '../entities.ts'
import { plans } from '../guards.ts'
import { open, type Balance } from '../time-off.ts'
import { offBetween, workDaysAround } from './context.ts'

/** What time off is for; what was planned before kinds were known says it in its title. */
export const kindOf = ({ off_kind, title }: Pick<CalendarEvent, 'off_kind' | 'title'>): TimeOffKind | null =>
  off_kind ?? timeOffKinds.find((kind) => kind === title.trim().toLowerCase()) ?? null

/** The hours of work that a day off takes between two days. */
export function hoursIn(
  event: Omit<Off, 'type' | 'title' | 'everyone'>,
  from: Day,
  to: Day,
  company: WorkDays,
): number {
  const { start_date, hours_off = null } = event
  if (start_date === null) return 0
  const end = event.end_date ?? start_date
  const days = spanOf(start_date < from ? from : start_date, end > to ? to : end)
  const each = hours_off ?? hoursOff(event)
  return days.reduce((sum, day) => (isWorkDay(day, company) ? sum + (each ?? hoursOn(FULL_DAY, day, company)) : sum), 0)
}

const countedKinds = ['vacation', 'sick', 'personal'] as const
const byDate = (one: TimeOffBalance, other: TimeOffBalance) => (one.date < other.date ? -1 : 1)

/**
 * What somebody has of each kind of time off in a year, of which the company gives hours or this person has a balance; then
 * what was taken before it counts no more.
 */
export async function balances(ctx: Ctx, asked: Record<string, string>): Promise<Balance[]> {
  const year = asked.year || (await todayOf(ctx)).slice(0, 4)
  if (!/^[12]\d{3}$/.test(year)) refuse('Year must be a year.', { year: ['Year must be a year.'] })
  const person = readId(asked.user_id) ?? ctx.user.id
  if (person !== ctx.user.id && !plans(ctx.user))
    refuse('You see your own time off alone.', { user_id: ['You see your own time off alone.'] })
  const [settings] = await ctx.cached(scheduleSettings)
  const given = { vacation: settings?.vacation_hours, sick: settings?.sick_hours, personal: settings?.personal_hours }
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const own = (await ctx.all(timeOffBalances, { user_id: person, date: between(from, to) })).toSorted(byDate).at(-1)
  const ofOne = { vacation: own?.vacation_hours, sick: own?.sick_hours, personal: own?.personal_hours }
  const kinds = countedKinds.flatMap((kind) => {
    const isOwn = typeof ofOne[kind] === 'number'
    const hours = isOwn ? ofOne[kind] : given[kind]
    return typeof hours === 'number' ? [{ kind, hours, since: isOwn && own ? own.date : from }] : []
  })
  if (!kinds.length) return []
  const company = await workDaysAround(from, to, ctx)
  const events = (await offBetween(from, to, ctx)).filter(
    ({ type, everyone, user_ids }) => type === 'time_off' && !everyone && user_ids.includes(person),
  )
  const asking = await ctx.all(timeOffRequests, {
    user_id: person,
    ...open,
    start_date: between(null, to),
    end_date: between(from, null),
  })
  const sum = (all: readonly number[]) => roundHours(all.reduce((total, hours) => total + hours, 0))
  return kinds.map(({ kind, hours, since }) => ({
    kind,
    hours,
    used: sum(events.flatMap((event) => (kindOf(event) === kind ? [hoursIn(event, since, to, company)] : []))),
    asked: sum(
      asking.flatMap(({ kind: wanted, start_date, end_date, hours_per_day: hours_off }) =>
        wanted === kind ? [hoursIn({ start_date, end_date, hours_off }, since, to, company)] : [],
      ),
    ),
  }))
}
