import type { FieldErrors } from '#core/entity/parse.ts'
import { addDays, type Day } from '#lib/days.ts'
import type { PayrollWeek } from './rows.ts'

export const NOTHING = 'Nothing to export.'
const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`
const names = (weeks: readonly PayrollWeek[]) => [...new Set(weeks.map(({ name }) => name))].join(', ')

/** The errors that prevent an export of these weeks (rule payroll-export); empty when there are none. */
export function blocking(weeks: readonly PayrollWeek[]): FieldErrors {
  const uncoded = weeks.filter(({ employee_code }) => !employee_code)
  const open = weeks.filter(({ state }) => state !== 'approved' && state !== 'exported')
  const unsound = weeks.filter(({ sound }) => !sound)
  return {
    ...(uncoded.length && { employee_code: [`Missing employee code: ${names(uncoded)}`] }),
    ...(open.length && { approved: [`${counted(open.length, 'week')} not approved`] }),
    ...(unsound.length && { sound: [`Hours differ from what was approved: ${names(unsound)}`] }),
  }
}

/** Whether a week is to be exported: not yet, or not as it is now. */
export const isDue = ({ kind }: PayrollWeek): boolean => kind !== 'exported'

/** Whether nothing prevents a week's export. */
export const isReady = (week: PayrollWeek): boolean => Object.keys(blocking([week])).length === 0

/** From the first day of the first of these weeks to the last of the last; empty without any. */
export function spanOf(weeks: readonly Pick<PayrollWeek, 'week_start'>[]): { starts_on: Day; ends_on: Day } {
  const starts = weeks.map(({ week_start }) => week_start).sort()
  const last = starts.at(-1)
  return { starts_on: starts.at(0) ?? '', ends_on: last ? addDays(last, 6) : '' }
}
