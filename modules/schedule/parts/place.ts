import { staff, type CurrentUser } from '#core/access/access.ts'
import { isDay, startOfWeek, type Day, type WeekStart } from '#lib/days.ts'

export const modes = ['board', 'month', 'gantt', 'agenda'] as const
export type Mode = (typeof modes)[number]
export const groupings = ['license', 'crew'] as const
export type Grouping = (typeof groupings)[number]
export const spans = [1, 2, 4] as const
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

/** What the address says of the schedule: the mode, a day of the span that is shown, and how many weeks. */
export interface Place {
  readonly mode: Mode | null
  readonly day: Day
  readonly weeks: (typeof spans)[number]
  readonly reach: (typeof reaches)[number]
  readonly group: Grouping
  readonly project_id: number | null
}

export function readPlace(search: string, today: Day): Place {
  const params = new URLSearchParams(search)
  const [mode, day, group] = [params.get('view'), params.get('day') ?? '', params.get('group')]
  return {
    mode: modes.find((one) => one === mode) ?? null,
    day: isDay(day) ? day : today,
    weeks: spans.find((one) => one === Number(params.get('weeks'))) ?? 2,
    reach: reaches.find((one) => one === Number(params.get('reach'))) ?? 16,
    group: groupings.find((one) => one === group) ?? 'license',
    project_id: Number(params.get('project')) || null,
  }
}

export function hrefOf({ mode, day, weeks, reach, group, project_id }: Place): string {
  const params = new URLSearchParams({ day })
  if (mode) params.set('view', mode)
  if (weeks !== 2) params.set('weeks', String(weeks))
  if (reach !== 16) params.set('reach', String(reach))
  if (group !== 'license') params.set('group', group)
  if (project_id) params.set('project', String(project_id))
  return `/schedule?${params.toString()}`
}

/** The first day of the weeks that are shown. */
export const firstOf = ({ day }: Pick<Place, 'day'>, start: WeekStart): Day => startOfWeek(day, start)
