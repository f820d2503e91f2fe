import type { Id } from '#core/access/access.ts'
import { daysBetween, type Day } from '#lib/days.ts'
import type { PhaseBar } from '../../entities.ts'

/** A line of the chart: a project, a bar, or a phase of a project without one. */
export type GanttRow =
  | { readonly kind: 'project'; readonly id: Id }
  | { readonly kind: 'bar'; readonly id: Id; readonly project_id: Id }
  | { readonly kind: 'phase'; readonly id: Id; readonly project_id: Id }

type Placed = Pick<PhaseBar, 'id' | 'project_id' | 'phase_id' | 'start_date' | 'end_date'>
interface Job {
  readonly id: Id
  readonly number: string
  readonly project_phases: readonly { readonly phase_id: Id }[]
}

const byStart = (a: Placed, b: Placed) =>
  a.start_date === b.start_date ? a.id - b.id : a.start_date < b.start_date ? -1 : 1

/** Projects by number with their bars by start, and with `withPhases` the phases that have no bar yet. */
export function rowsOf(
  bars: readonly Placed[],
  jobs: readonly Job[],
  { closed, withPhases }: { closed: ReadonlySet<Id>; withPhases: boolean },
): GanttRow[] {
  const byProject = Map.groupBy(bars, ({ project_id }) => project_id)
  return jobs
    .filter(({ id }) => withPhases || byProject.has(id))
    .toSorted((a, b) => a.number.localeCompare(b.number))
    .flatMap(({ id: project_id, project_phases }): GanttRow[] => {
      const own = (byProject.get(project_id) ?? []).toSorted(byStart)
      const lines = own.map(({ id }) => ({ kind: 'bar', id, project_id }) as const)
      const drawn = new Set(own.map(({ phase_id }) => phase_id))
      if (withPhases) {
        const open = project_phases.filter(({ phase_id }) => !drawn.has(phase_id))
        return [...lines, ...open.map(({ phase_id }) => ({ kind: 'phase', id: phase_id, project_id }) as const)]
      }
      return [{ kind: 'project', id: project_id }, ...(closed.has(project_id) ? [] : lines)]
    })
}

/** The first and last day of bars, and how much of them is done, each by its days; null without any. */
export function summaryOf(
  bars: readonly Pick<PhaseBar, 'start_date' | 'end_date' | 'percent_complete'>[],
): { from: Day; to: Day; percent: number } | null {
  const from = bars.map(({ start_date }) => start_date).toSorted()[0]
  const to = bars
    .map(({ end_date }) => end_date)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) return null
  const lengths = bars.map(({ start_date, end_date }) => daysBetween(start_date, end_date) + 1)
  const all = lengths.reduce((sum, days) => sum + days, 0)
  const done = bars.reduce((sum, { percent_complete }, at) => sum + percent_complete * (lengths[at] ?? 0), 0)
  return { from, to, percent: Math.round(done / all) }
}

/** The days that the chart shows. */
export interface Window {
  readonly from: Day
  readonly days: number
}

/** Where days lie in the window, in percent of its width. */
export function placeIn({ from, days }: Window, start: Day, end: Day): { left: number; width: number } {
  return { left: (daysBetween(from, start) / days) * 100, width: ((daysBetween(start, end) + 1) / days) * 100 }
}
