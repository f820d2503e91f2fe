import { weekdayOf, type Day } from '../days.ts'
import { weekdays, type Weekday } from './holidays.ts'
import type { FourTen, PrevailingRules } from './rules.ts'

/** A person's signed consent to four ten-hour days, for one project or for all of a state. */
export interface Agreement {
  readonly project_id: number | null
  readonly state: string
  readonly days: readonly Weekday[]
  readonly signed_on: Day
  readonly ends_on: Day | null
}

const consecutive = [
  ['monday', 'tuesday', 'wednesday', 'thursday'],
  ['tuesday', 'wednesday', 'thursday', 'friday'],
] as const

/** Whether a state allows four ten-hour days on these weekdays. */
export const allowsDays = ({ days: allowed }: FourTen, days: readonly Weekday[]): boolean =>
  allowed === 'any' || consecutive.some((run) => run.length === days.length && run.every((day) => days.includes(day)))

const weekdayName = (day: Day): Weekday => weekdays[weekdayOf(day)] ?? 'sunday'

/** Where and when someone worked: the project and day of an hour, and all days of that week with work. */
export interface Place {
  readonly project_id: number
  readonly state: string | null
  readonly day: Day
  readonly worked_on: readonly Day[]
}

/**
 * The effect of an agreement on the daily limit: it applies, it was cancelled by work off its schedule, or there is
 * none.
 */
type Standing = 'holds' | 'cancelled' | 'none'

function standing(agreement: Agreement, fourTen: FourTen, { project_id, state, day, worked_on }: Place): Standing {
  const { days, signed_on, ends_on } = agreement
  const covers = agreement.state === state && (agreement.project_id === null || agreement.project_id === project_id)
  const runs = signed_on <= day && (ends_on === null || day <= ends_on)
  if (!covers || !runs || !allowsDays(fourTen, days) || !days.includes(weekdayName(day))) return 'none'
  const off = fourTen.off_schedule === 'cancels' && worked_on.some((one) => !days.includes(weekdayName(one)))
  return off ? 'cancelled' : 'holds'
}

/** The straight hours per day at one place on prevailing projects, and whether an agreement was cancelled. */
export function limitAt(
  { daily_limit, four_ten }: PrevailingRules,
  agreements: readonly Agreement[],
  place: Place,
): { limit: number; cancelled: boolean } {
  if (!four_ten) return { limit: daily_limit, cancelled: false }
  const standings = agreements.map((agreement) => standing(agreement, four_ten, place))
  const holds = standings.includes('holds')
  return {
    limit: holds ? Math.max(four_ten.limit, daily_limit) : daily_limit,
    cancelled: !holds && standings.includes('cancelled'),
  }
}
