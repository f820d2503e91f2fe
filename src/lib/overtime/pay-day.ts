import { weekdayOf, type Day } from '../days.ts'
import { limitAt } from './agreements.ts'
import { weekdays } from './holidays.ts'
import { premiumOn } from './premiums.ts'
import { take, type Row } from './rows.ts'
import { rulesIn } from './rules.ts'
import type { Week } from './week.ts'

/** Hours on a project that pays prevailing wages. */
export type PublicWork = Row & { prevailing: NonNullable<Row['prevailing']> }

/**
 * Pays a day's hours on prevailing projects: premiums first, then overtime for straight hours beyond the day's limit.
 */
export function payDay(day: Day, rows: readonly PublicWork[], worked_on: readonly Day[], week: Week): void {
  for (const row of rows) payPremium(day, row, week)
  const limits = rows.map(({ prevailing: { id, state } }) =>
    limitAt(rulesIn(week.rules, state), week.agreements, { project_id: id, state, day, worked_on }),
  )
  // If the projects' limits differ, the lowest one applies to the day.
  const limit = Math.min(...limits.map((one) => one.limit))
  const cancelled = limits.some((one) => one.limit === limit && one.cancelled)
  const reason = `Over ${limit} hours on prevailing projects on ${shortName(day)}`
  let beyond = rows.reduce((sum, { straight }) => sum + straight, 0) - Math.round(limit * 100)
  for (const row of rows.toReversed()) {
    const amount = Math.max(0, Math.min(row.straight, beyond))
    beyond -= amount
    take(row, amount, 'overtime', cancelled ? `${reason}, as work off the 4×10 schedule was done` : reason)
  }
}

function payPremium(day: Day, row: PublicWork, { rules, trade }: Week) {
  const { state } = row.prevailing
  const { multiplier, name } = premiumOn(rulesIn(rules, state), trade ?? null, day)
  if (multiplier === 1) return
  const reason = `${name} on a prevailing project${state ? ` in ${state}` : ''}`
  take(row, row.straight, multiplier === 2 ? 'double' : 'overtime', reason)
}

/** `Tue`. */
const shortName = (day: Day): string => {
  const name = weekdays[weekdayOf(day)] ?? ''
  return name.charAt(0).toUpperCase() + name.slice(1, 3)
}
