import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'

/** A form is delivered within so many days after the regular payment date (29 CFR 3.4). */
const DAYS = 7
/** When a week is paid where the company says nothing: so many days after its last one. */
export const PAYDAY = 6

/** The last day on which the form of a week is in time. */
export const dueOn = (week_start: Day, payday: number = PAYDAY): Day => addDays(week_start, 6 + payday + DAYS)

/** How far a week's form is: due or none are not made, the latter without any hours; changed is not as it was signed any more. */
export type WeekState = 'due' | 'none' | 'made' | 'signed' | 'changed'

/** A job's week, by its first day. */
export interface Place {
  readonly project_id: Id
  readonly week_start: Day
}

/** How far the form of a job's week is. */
export interface CertifiedWeek extends Place {
  /** The job's number and name. */
  project: string
  due_on: Day
  /** As entered. */
  hours: number
  state: WeekState
  form: { number: number; amendment: number } | null
  late: boolean
}

/** Where its form is. */
export const hrefOf = ({ project_id, week_start }: Place): string => `/certified_payroll/${project_id}/${week_start}`

/** Its days. */
export const daysOf = (week_start: Day): Day[] => [0, 1, 2, 3, 4, 5, 6].map((at) => addDays(week_start, at))
