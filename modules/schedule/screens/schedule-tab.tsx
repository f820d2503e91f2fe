import { useState } from 'react'
import { css } from '#css/css'
import { useSummary } from '#blocks/query/use-summary.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAddAction } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { TabProps } from '#core/module/define-module.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Project } from '../../projects/entities.ts'
import { EventDialog } from '../dialogs/event-dialog.tsx'
import { plans } from '../guards.ts'
import { GanttLegend } from '../parts/gantt/gantt-legend.tsx'
import { Gantt } from '../parts/gantt/gantt.tsx'
import { useGantt } from '../parts/gantt/use-gantt.ts'

const WEEKS = 16
const BEFORE = 2
const STEP = 4

/** The Schedule tab of a project: its phases over weeks (rule project-tabs). @useSignals */
export default function ScheduleTab({ record: project }: TabProps<Project>) {
  const { session, settings, today } = useServices()
  const [steps, setSteps] = useState(0)
  const [adding, setAdding] = useState(false)
  const editable = plans(session.user.value) && project.archived_at === null
  const first = addDays(startOfWeek(today.value, settings.value.week_start), 7 * (steps * STEP - BEFORE))
  const view = { from: first, days: WEEKS * 7 }
  const { bars, items } = useGantt(view, project.id)
  useAddAction(editable ? { label: 'Add phase', onAdd: () => setAdding(true) } : null)
  const isDrawn = useSummary(bars.items, (all) => all.length > 0, [])
  const isEmpty = !isDrawn && !project.project_phases.length
  if (bars.state.value === 'never') return <NotLoaded failure={bars.failure.value} retry={bars.ask} />
  return (
    <>
      {isEmpty ? (
        <EmptyState icon="calendar-days" title="No phases yet.">
          {editable ? 'A phase with its days and people appears here as a bar.' : 'Phases appear here.'}
        </EmptyState>
      ) : (
        <>
          <div className={bar}>
            <IconButton
              variant="outline"
              icon="chevron-left"
              aria-label="Earlier"
              onClick={() => setSteps(steps - 1)}
            />
            <Button variant="outline" onClick={() => setSteps(0)}>
              Today
            </Button>
            <IconButton variant="outline" icon="chevron-right" aria-label="Later" onClick={() => setSteps(steps + 1)} />
            <GanttLegend editable={editable} />
          </div>
          <Gantt items={items} jobs={[project.id]} view={view} editable={editable} single />
        </>
      )}
      {adding && (
        <EventDialog
          initial={{
            kind: 'phase',
            project_id: project.id,
            start_date: today.value,
            end_date: addDays(today.value, 13),
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

const bar = css({ wrap: '2', marginBottom: '3' })
