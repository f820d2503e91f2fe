import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { formatMonthDay, type Day } from '#lib/days.ts'
import { phases } from '../../../phases/entities.ts'
import type { Project } from '../../../projects/entities.ts'
import { scheduleEvents, type PhaseBar, type ScheduleEvent } from '../../entities.ts'

interface Planned {
  readonly phase_id: number
  readonly from: Day
  readonly to: Day
  readonly percent: number
}

const isBar = (event: ScheduleEvent): event is PhaseBar => event.kind === 'phase'

/** The bars of each phase as one: from the first day to the last, and how much of it is done by days planned. */
function plannedOf(events: readonly ScheduleEvent[]): Planned[] {
  const bars = events.filter((event) => isBar(event) && !event.removed) as PhaseBar[]
  return [...Map.groupBy(bars, ({ phase_id }) => phase_id)].map(([phase_id, own]) => ({
    phase_id,
    from: own.reduce((first, { start_date }) => (start_date < first ? start_date : first), own[0]?.start_date ?? ''),
    to: own.reduce((last, { end_date }) => (end_date > last ? end_date : last), ''),
    percent: Math.round(own.reduce((sum, { percent_complete }) => sum + percent_complete, 0) / own.length),
  }))
}

/** "done 9/30", "to 12/18", "1/11 – 2/26". */
function when({ from, to, percent }: Planned, today: Day): string {
  if (percent === 100) return `done ${formatMonthDay(to)}`
  return from <= today ? `to ${formatMonthDay(to)}` : `${formatMonthDay(from)} – ${formatMonthDay(to)}`
}

/** A project's phases with their dates and how far they are, in the order of time; those without a bar by name. @useSignals */
export default function JobPhases({ project }: { project: Project }) {
  const { store } = useServices()
  const today = useToday()
  const { items } = useQuery(scheduleEvents, { filters: { kind: 'phase', project_id: project.id } })
  const bars = useSummary(items, plannedOf, [])
  const byPhase = new Map(bars.map((one) => [one.phase_id, one]))
  const shown = project.project_phases
    .flatMap(({ phase_id }) => {
      const phase = store.of(phases).get(phase_id)
      return phase ? [{ phase, bar: byPhase.get(phase_id) }] : []
    })
    .toSorted((a, b) => ((a.bar?.from ?? '9') < (b.bar?.from ?? '9') ? -1 : 1))
  if (!shown.length) return null
  return (
    <section aria-label="Phases">
      <ol className={list}>
        {shown.map(({ phase: { id, name, color }, bar }) => (
          <li key={id} className={part}>
            <span className={track} aria-hidden>
              <i className={planned} style={{ background: color }} />
              <i className={done} style={{ background: color, width: `${bar?.percent ?? 100}%` }} />
            </span>
            <span className={css({ overflowWrap: 'anywhere' })}>
              <b className={css({ fontWeight: 'strong' })}>{name}</b>
              {bar && bar.percent > 0 && bar.percent < 100 && ` ${bar.percent} %`}
            </span>
            {bar && (
              <span
                className={css({ textStyle: 'note', '&[data-late]': { color: 'attention' } })}
                data-late={(bar.to < today && bar.percent < 100) || undefined}
              >
                {when(bar, today)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const list = css({ flow: '1.5' })
const part = css({ stack: '1', flex: '1 1 6rem', minWidth: '0', alignContent: 'start' })
const track = css({ position: 'relative', height: '2', borderRadius: 'xs', overflow: 'hidden' })
const planned = css({ position: 'absolute', inset: '0', opacity: 0.3 })
const done = css({ position: 'absolute', insetBlock: '0', insetInlineStart: '0' })
