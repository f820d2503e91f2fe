import type { Days, FiltersOf, RowOf } from '#core/report/report.ts'
import { addDays } from '#lib/days.ts'
import { roundHours } from '#lib/numbers.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import type { Found } from '../../reports/slots.ts'
import { timeEntries } from '../../time/entities.ts'
import { users } from '../../users/entities.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { FULL_DAY } from '../days-of.ts'
import type { timeOff } from '../reports.ts'
import { hoursIn, kindOf } from './balances.ts'
import { offBetween, workDaysAround } from './context.ts'

type Row = RowOf<typeof timeOff>
const YEAR = 365
const BOOKED = 'Vacation, booked'

/** Days off of each person by their kind, and booked vacation. Without ends it is about a year back and a year ahead. */
export async function askTimeOff(
  ctx: Ctx,
  _: FiltersOf<typeof timeOff>,
  { from, to }: Days,
): Promise<Found<typeof timeOff>> {
  const today = await todayOf(ctx)
  const [first, last] = [from ?? addDays(to ?? today, -YEAR), to ?? addDays(from ?? today, YEAR)]
  const names = new Map((await ctx.pick(users, ['id', 'name'])).map(({ id, name }) => [id, name]))
  const company = await workDaysAround(first, last, ctx)
  const rows = new Map<string, Row & { days: number }>()
  for (const event of await offBetween(first, last, ctx)) {
    const { type, everyone, user_ids, title } = event
    if (type !== 'time_off' || everyone) continue
    const days = Math.round((hoursIn(event, first, last, company) / FULL_DAY) * 100) / 100
    const kind = choiceLabel(kindOf(event)) || title
    for (const user_id of user_ids) {
      const key = `${user_id} ${kind}`
      const row = rows.get(key) ?? { user_id, name: names.get(user_id) ?? '', kind, days: 0, hours: null }
      rows.set(key, { ...row, days: row.days + days })
    }
  }
  const where = { type: 'vacation' as const, date: between(from, to) }
  const booked = await ctx.groups(timeEntries, { by: ['user_id', 'date'], where, sum: ['hours'] })
  const vacation = [...Map.groupBy(booked, ({ user_id }) => user_id)].map(([user_id, own]) => {
    const hours = roundHours(own.reduce((all, { sum }) => all + sum.hours, 0))
    return { user_id, name: names.get(user_id) ?? '', kind: BOOKED, days: own.length, hours }
  })
  const all = [...rows.values(), ...vacation].toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
  const planned = [...rows.values()].reduce((sum, { days }) => sum + days, 0)
  return {
    rows: all,
    figures: [
      { label: 'People', value: new Set(all.map(({ user_id }) => user_id)).size, kind: 'number' },
      { label: 'Days by the schedule', value: planned, kind: 'number' },
      {
        label: 'Vacation booked',
        value: roundHours(vacation.reduce((sum, { hours }) => sum + hours, 0)),
        kind: 'hours',
      },
    ],
  }
}
