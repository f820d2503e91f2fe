import { useLocation } from 'wouter'
import { css } from '#css/css'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { addDays, formatMonthDay, startOfWeek } from '#lib/days.ts'
import { Select } from '#ui/select/select.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { projects } from '../../../projects/entities.ts'
import { plans } from '../../guards.ts'
import { GanttLegend } from './gantt-legend.tsx'
import { Gantt } from './gantt.tsx'
import { hrefOf, reaches, type Place } from '../place.ts'
import { ScheduleFrame } from '../schedule-frame.tsx'
import { useGantt } from './use-gantt.ts'

/** How many weeks before the chosen day are shown. */
const BEFORE = 2

/** The phases of all projects, or of one, over weeks. @useSignals */
export default function GanttView({ place }: { place: Place }) {
  const { session, settings } = useServices()
  const [, navigate] = useLocation()
  const from = addDays(startOfWeek(place.day, settings.value.week_start), -7 * BEFORE)
  const view = { from, days: place.reach * 7 }
  const { bars, items } = useGantt(view, null)
  const known = useQuery(projects, { filters: { status: 'active' } })
  const editable = plans(session.user.value)
  const go = (part: Partial<Place>) => navigate(hrefOf({ ...place, ...part }))
  const jobs = useRecords(known.items)
  const drawn = new Set(useSummary(bars.items, (all) => all.map(({ project_id }) => project_id), []))
  const shown = jobs.filter(({ id }) => drawn.has(id) && (place.project_id === null || id === place.project_id))
  return (
    <ScheduleFrame
      place={place}
      sub={`${formatMonthDay(from)} – ${formatMonthDay(addDays(from, view.days - 1))}`}
      step={(direction) => addDays(place.day, direction * 4 * 7)}
      filters={
        <>
          <span className={css({ width: '15rem' })}>
            <Select
              aria-label="Project"
              value={place.project_id}
              options={jobs
                .filter(({ id }) => drawn.has(id))
                .map(({ id, number, name }) => ({ value: id, label: `${number} ${name}` }))}
              onChange={(project_id) => go({ project_id: project_id ?? null })}
              placeholder="All projects"
              clearable
            />
          </span>
          <span className={css({ width: '8rem' })}>
            <Select
              aria-label="Weeks"
              value={place.reach}
              options={reaches.map((value) => ({ value, label: `${value} weeks` }))}
              onChange={(reach) => reach && go({ reach })}
            />
          </span>
          <GanttLegend editable={editable} />
        </>
      }
    >
      {bars.state.value === 'never' || known.state.value === 'never' ? (
        <NotLoaded failure={bars.failure.value ?? known.failure.value} retry={bars.ask} />
      ) : shown.length ? (
        <Gantt items={items} jobs={shown.map(({ id }) => id)} view={view} editable={editable} single={false} />
      ) : (
        <EmptyState icon="calendar-days" title="No phases from here on.">
          {editable ? 'Add a phase with Add event, or on the Schedule tab of a project.' : 'The office plans them.'}
        </EmptyState>
      )}
    </ScheduleFrame>
  )
}
