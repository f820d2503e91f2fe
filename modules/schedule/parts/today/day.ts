import type { DayStep } from '../../../projects/index.ts'

/** When hours are due on a day. */
export const HOURS_DUE = '14:00'

/** Which action of a day's job stands out: the way there until it begins, the log once hours are in, hours from 2 PM on. */
export const stepOf = (at: {
  readonly hasBegun: boolean
  readonly hoursIn: boolean
  readonly hour: string | null
}): 'go' | DayStep['when'] | null =>
  !at.hasBegun ? 'go' : at.hoursIn ? 'in' : at.hour !== null && at.hour >= HOURS_DUE ? 'due' : null

interface Timed {
  readonly start_time: string
  readonly mine: { readonly start_time: string } | null
}
export const startOf = ({ mine, start_time }: Timed): string => mine?.start_time ?? start_time

/** The jobs of a day, that of the hour first: the one that began last, or the first. */
export function byHour<J extends Timed>(jobs: readonly J[], hour: string | null): J[] {
  const sorted = jobs.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
  const current = sorted.findLast((job) => hour !== null && startOf(job) <= hour) ?? sorted[0]
  return current ? [current, ...sorted.filter((job) => job !== current)] : []
}
