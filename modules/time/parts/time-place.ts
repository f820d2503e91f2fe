import type { Id } from '#core/access/access.ts'
import { addDays, isDay, weekdayOf, type Day } from '#lib/days.ts'

export type TimeView = 'day' | 'week' | 'entries'

/** The view, day and project shown at /time, as encoded in the URL. */
export interface TimePlace {
  readonly view: TimeView
  readonly day: Day
  readonly project_id: Id | null
}

export interface ViewProps {
  place: TimePlace
}

const isView = (text: string | null): text is TimeView => text === 'day' || text === 'week' || text === 'entries'

/** The last day before `day` that is not on a weekend. */
export const workdayBefore = (day: Day): Day => {
  const before = addDays(day, -1)
  return weekdayOf(before) % 6 === 0 ? workdayBefore(before) : before
}

/**
 * Parses `?view=week&day=2026-11-19&project=4`. Missing and invalid parts default to the day view, all projects, and the
 * last workday, whose hours are being completed; other views to today.
 */
export function readPlace(search: string, today: Day): TimePlace {
  const asked = new URLSearchParams(search)
  const view = asked.get('view')
  const day = asked.get('day') ?? ''
  return {
    view: isView(view) ? view : 'day',
    day: isDay(day) ? day : isView(view) ? today : workdayBefore(today),
    project_id: Number(asked.get('project')) || null,
  }
}

/** The URL of a view; the project is left out when all are shown. */
export function hrefOf({ view, day, project_id }: TimePlace): string {
  const query = new URLSearchParams({ view, day, ...(project_id !== null && { project: String(project_id) }) })
  return `/time?${query.toString()}`
}
