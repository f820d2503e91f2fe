import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { css } from '#css/css'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { Day } from '#lib/days.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import type { MenuItem } from '#ui/menu/menu.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { useDesk } from '#ui/table/use-width.ts'
import { EventDialog } from '../dialogs/event-dialog.tsx'
import { plans } from '../guards.ts'
import { ScheduleMenu } from './schedule-menu.tsx'
import { hrefOf, modesFor, type Place } from './place.ts'

const modeLabels = [
  { value: 'board', label: 'Crew board' },
  { value: 'month', label: 'Month' },
  { value: 'gantt', label: 'Project Gantt' },
  { value: 'agenda', label: 'Agenda' },
] as const

/** The frame around the views of the schedule: title, mode, and the days that are shown. @useSignals */
export const ScheduleFrame = ({
  place,
  sub,
  step,
  actions,
  filters,
  menu,
  isPending = false,
  children,
}: {
  place: Place
  sub: string
  /** The day that is shown one step earlier or later. */
  step: (direction: 1 | -1) => Day
  actions?: ReactNode
  filters?: ReactNode
  /** Further entries of the menu. */
  menu?: readonly MenuItem[]
  /** Whether the content offers to publish or save changes, which then is the main action. */
  isPending?: boolean
  children: ReactNode
}) => {
  const { session, today } = useServices()
  const modes = modesFor(session.user.value, useDesk())
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState(false)
  const go = (part: Partial<Place>) => navigate(hrefOf({ ...place, ...part }))
  const add = plans(session.user.value)
    ? ({ label: 'Add event', onAdd: () => setAdding(true), variant: isPending ? 'outline' : 'solid' } as const)
    : null
  return (
    <Page
      title="Schedule"
      count={sub}
      add={add}
      actions={
        <>
          {modes.length > 1 && (
            <Segmented
              aria-label="View"
              value={place.mode ?? 'board'}
              onChange={(mode) => go({ mode })}
              options={modeLabels.filter(({ value }) => modes.includes(value))}
            />
          )}
          {actions}
          <ScheduleMenu {...(menu && { items: menu })} />
        </>
      }
    >
      <div className={bar}>
        <IconButton variant="outline" icon="chevron-left" aria-label="Earlier" onClick={() => go({ day: step(-1) })} />
        <Button variant="outline" onClick={() => go({ day: today.value })}>
          Today
        </Button>
        <IconButton variant="outline" icon="chevron-right" aria-label="Later" onClick={() => go({ day: step(1) })} />
        {filters}
      </div>
      {children}
      {adding && (
        <EventDialog initial={{ start_date: place.day, end_date: place.day }} onClose={() => setAdding(false)} />
      )}
    </Page>
  )
}

const bar = css({ wrap: '2', marginBottom: '3' })
