import { staff, type CurrentUser } from '#core/access/access.ts'
import { addDays, isDay, startOfWeek, type Day, type WeekStart } from '#lib/days.ts'

import { licenses } from '../kinds.ts'

export const modes = ['board', 'month', 'gantt', 'agenda'] as const
export type Mode = (typeof modes)[number]
export const groupings = ['license', 'crew', 'job', 'person'] as const
export type Grouping = (typeof groupings)[number]
export const spans = [1, 2, 3, 4, 5, 6, 7, 8] as const
export const onlys = ['free', 'short'] as const
/** How many weeks the Gantt chart shows. */
export const reaches = [8, 16, 32] as const

/**
 * The modes that someone is offered, the first of them to begin with (rule schedule-views): the board and the Gantt chart
 * at the desk of those who see everyone's schedule, no agenda for customers, who are never scheduled.
 */
export function modesFor(user: CurrentUser | null, desk: boolean): readonly Mode[] {
  if (user !== null && user.customer_id !== null) return ['month']
  return desk && staff(user) && user?.role !== 'employee' ? modes : ['agenda', 'month']
}

/** The filters of the board's rows. */
export interface Narrowing {
  /** Words of a person's name, or of a job that they are on. */
  readonly search: string
  readonly license: (typeof licenses)[number] | null
  readonly crew_id: number | null
  readonly project_id: number | null
  /** Who has a free day, or those on jobs that are short of people. */
  readonly only: (typeof onlys)[number] | null
}

/** What the address says of the schedule: the mode, a day of the span that is shown, and how many weeks. */
export interface Place extends Omit<Narrowing, 'search'> {
  readonly mode: Mode | null
  readonly day: Day
  readonly weeks: (typeof spans)[number]
  readonly reach: (typeof reaches)[number]
  readonly group: Grouping
}

/** Which rows and weeks the board shows. */
export function choicesIn(params: URLSearchParams) {
  const [group, license, only] = [params.get('group'), params.get('license'), params.get('only')]
  return {
    weeks: spans.find((one) => one === Number(params.get('weeks'))) ?? 2,
    group: groupings.find((one) => one === group) ?? 'license',
    license: licenses.find((one) => one === license) ?? null,
    crew_id: Number(params.get('crew')) || null,
    only: onlys.find((one) => one === only) ?? null,
    project_id: Number(params.get('project')) || null,
  }
}

export function readPlace(search: string, today: Day): Place {
  const params = new URLSearchParams(search)
  const [mode, day] = [params.get('view'), params.get('day') ?? '']
  return {
    mode: modes.find((one) => one === mode) ?? null,
    day: isDay(day) ? day : today,
    ...choicesIn(params),
    reach: reaches.find((one) => one === Number(params.get('reach'))) ?? 16,
  }
}

export function hrefOf({ mode, day, weeks, reach, group, license, crew_id, only, project_id }: Place): string {
  const params = new URLSearchParams({ day })
  if (mode) params.set('view', mode)
  if (weeks !== 2) params.set('weeks', String(weeks))
  if (reach !== 16) params.set('reach', String(reach))
  if (group !== 'license') params.set('group', group)
  if (license) params.set('license', license)
  if (crew_id) params.set('crew', String(crew_id))
  if (only) params.set('only', only)
  if (project_id) params.set('project', String(project_id))
  return `/schedule?${params.toString()}`
}

/** The first day of the weeks that are shown. */
export const firstOf = ({ day }: Pick<Place, 'day'>, start: WeekStart): Day => startOfWeek(day, start)
/** The last of the weeks that begin with a day. */
export const lastOf = ({ weeks }: Pick<Place, 'weeks'>, from: Day): Day => addDays(from, weeks * 7 - 1)
