import { weekdayOf, type Day } from '../days.ts'
import { holidayOn } from './holidays.ts'
import type { Multiplier, PrevailingRules } from './rules.ts'

/** The multiplier for all hours on a prevailing project on a day, and the name of the day as the reason. */
export interface Premium {
  readonly multiplier: Multiplier
  readonly name: string
}

const plain: Premium = { multiplier: 1, name: '' }

/**
 * The premium of a day, by the trade's own table if it has one; if two apply (a holiday on a Sunday), the higher one.
 */
export function premiumOn(rules: PrevailingRules, trade: string | null, day: Day): Premium {
  const { saturday, sunday, holiday } = rules.trades.find((one) => one.trade === trade) ?? rules.premiums
  const weekday = weekdayOf(day)
  const ofWeekday: Premium =
    weekday === 6
      ? { multiplier: saturday, name: 'Saturday' }
      : weekday === 0
        ? { multiplier: sunday, name: 'Sunday' }
        : plain
  if (holiday <= ofWeekday.multiplier) return ofWeekday
  const name = holidayOn(rules, day)
  return name === null ? ofWeekday : { multiplier: holiday, name }
}
