import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Offered } from '#blocks/offered/offered.tsx'
import { Page } from '#blocks/page/page.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { css } from '#css/css'
import { LinkButton } from '#ui/button/button.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { projects } from '../../projects/entities.ts'
import { EnterTimeDialog } from '../dialogs/enter-time-dialog.tsx'
import { daySignatures } from '../entities.ts'
import { DayStepper } from './day-stepper.tsx'
import { hrefOf, type TimePlace } from './time-place.ts'

const views = [
  { view: 'day', label: 'Day' },
  { view: 'week', label: 'Week' },
  { view: 'entries', label: 'Entries' },
] as const
const active = { status: 'all' }

/** The frame around the day and week views: date and project selection, tabs and Enter time. */
export const TimeFrame = ({
  place,
  sub,
  actions,
  children,
}: {
  place: TimePlace
  sub: ReactNode
  actions?: ReactNode
  children: ReactNode
}) => {
  const [, navigate] = useLocation()
  const [entering, setEntering] = useState(false)
  const go = (part: Partial<TimePlace>) => navigate(hrefOf({ ...place, ...part }))
  const step = place.view === 'day' ? 1 : 7
  return (
    <Page
      title="Time"
      sub={sub}
      add={{ label: 'Enter time', onAdd: () => setEntering(true) }}
      actions={
        <>
          {actions}
          <Offered entity={daySignatures}>
            <LinkButton variant="outline" icon="pencil" href={`/time/sign?day=${place.day}`}>
              Have the crew sign
            </LinkButton>
          </Offered>
        </>
      }
      tabs={
        <Tabs
          aria-label="Time"
          current={hrefOf(place)}
          items={views.map(({ view, label }) => ({ href: hrefOf({ ...place, view }), label }))}
        />
      }
    >
      <div className={bar}>
        <DayStepper day={place.day} days={step} onDay={(day) => go({ day })} />
        <span className={css({ flex: '1 1 14rem', maxWidth: { sm: '24rem' } })}>
          <RecordPicker
            entity={projects}
            aria-label="Project"
            placeholder="All projects"
            filters={active}
            value={place.project_id}
            onChange={(project_id) => go({ project_id })}
          />
        </span>
      </div>
      {children}
      {entering && (
        <EnterTimeDialog
          project_id={place.project_id}
          {...(place.view === 'day' && { date: place.day })}
          onClose={() => setEntering(false)}
        />
      )}
    </Page>
  )
}

const bar = css({ wrap: '2.5', marginBottom: '4' })
