import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Offered } from '#blocks/offered/offered.tsx'
import { Page } from '#blocks/page/page.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { addDays } from '#lib/days.ts'
import { IconButton, LinkButton } from '#ui/button/button.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { projects } from '../../projects/entities.ts'
import { EnterTimeDialog } from '../dialogs/enter-time-dialog.tsx'
import { daySignatures } from '../entities.ts'
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
  const { settings } = useServices()
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
        <span className={css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', alignItems: 'center', minWidth: '0' })}>
          <IconButton
            variant="outline"
            icon="chevron-left"
            aria-label={step === 1 ? 'Day before' : 'Week before'}
            onClick={() => go({ day: addDays(place.day, -step) })}
          />
          <span className={css({ flex: '0 1 10rem', minWidth: 'min(8.5rem, 100%)' })}>
            <DatePicker
              aria-label="Date"
              value={place.day}
              onChange={(day) => day && go({ day })}
              weekStart={settings.value.week_start}
            />
          </span>
          <IconButton
            variant="outline"
            icon="chevron-right"
            aria-label={step === 1 ? 'Day after' : 'Week after'}
            onClick={() => go({ day: addDays(place.day, step) })}
          />
        </span>
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

const bar = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2.5', marginBottom: '4' })
