import { weekdayOf, type Day } from '../days.ts'
import { weekdays, type Weekday } from './holidays.ts'
import type { FourTen, PrevailingRules } from './rules.ts'

/** One person's signed consent to four days of ten hours, on one project or on all of a state. */
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

/** Whether a state lets four ten-hour days be these. */
export const allowsDays = ({ days: allowed }: FourTen, days: readonly Weekday[]): boolean =>
  allowed === 'any' || consecutive.some((run) => run.length === days.length && run.every((day) => days.includes(day)))

const weekdayName = (day: Day): Weekday => weekdays[weekdayOf(day)] ?? 'sunday'

/** Where and when someone worked: the place of an hour, and all days of its week on which there was work. */
export interface Place {
  readonly project_id: number
  readonly state: string | null
  readonly day: Day
  readonly worked_on: readonly Day[]
}

/** What becomes of the daily limit by an agreement: it holds, it does not, or work off its schedule took it away. */
type Standing = 'holds' | 'cancelled' | 'none'

function standing(agreement: Agreement, fourTen: FourTen, { project_id, state, day, worked_on }: Place): Standing {
  const { days, signed_on, ends_on } = agreement
  const covers = agreement.state === state && (agreement.project_id === null || agreement.project_id === project_id)
  const runs = signed_on <= day && (ends_on === null || day <= ends_on)
  if (!covers || !runs || !allowsDays(fourTen, days) || !days.includes(weekdayName(day))) return 'none'
  const off = fourTen.off_schedule === 'cancels' && worked_on.some((one) => !days.includes(weekdayName(one)))
  return off ? 'cancelled' : 'holds'
}

/** The hours on prevailing projects that are straight on one day at one place, and whether an agreement lost its hold. */
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
