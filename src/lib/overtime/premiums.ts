import { weekdayOf, type Day } from '../days.ts'
import { holidayOn } from './holidays.ts'
import type { Multiplier, PrevailingRules } from './rules.ts'

/** What every hour on a prevailing project is paid on a day, and the day's name that says why. */
export interface Premium {
  readonly multiplier: Multiplier
  readonly name: string
}

const plain: Premium = { multiplier: 1, name: '' }

/** The premium of a day for a trade, by its table where it has one; of two reasons (a holiday on a Sunday) the better paid. */
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
