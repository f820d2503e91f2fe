import { useState } from 'react'
import { Facts } from '#blocks/detail/facts.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { labelOf } from '#core/entity/field.ts'
import { formatTime } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { TimeInput } from '#ui/time-input/time-input.tsx'
import { WeekdaysInput, weekdayNames } from '../dialogs/event-inputs.tsx'
import { scheduleSettings } from '../entities.ts'

const hours = ['vacation_hours', 'sick_hours', 'personal_hours'] as const
const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'Schedule' }]} />

/** How the company plans: its work days, when work starts, what is warned of, and how much time off everybody has. @useSignals */
export default function SettingsScreen() {
  const { items, state, failure, ask } = useQuery(scheduleSettings)
  const [editing, setEditing] = useState(false)
  const [setting] = useRecords(items)
  if (!setting)
    return (
      <Page title="Schedule" crumbs={crumbs} loading={state.value === 'never'}>
        <NotLoaded failure={failure.value} retry={ask} />
      </Page>
    )
  return (
    <Page
      title="Schedule"
      crumbs={crumbs}
      actions={
        <Button variant="outline" icon="pencil" onClick={() => setEditing(true)}>
          Edit
        </Button>
      }
    >
      <Card>
        <Facts
          items={[
            { label: 'Work days', value: setting.work_days.map((day) => weekdayNames[day]).join(', ') },
            { label: 'Work starts at', value: formatTime(setting.start_time) },
            { label: 'Warn when trainees outnumber journeymen', value: setting.ratio ? 'Yes' : 'No' },
            ...hours.map((name) => ({
              label: labelOf(name, scheduleSettings.fields[name]),
              value: setting[name] === null ? 'Not counted' : `${formatHours(setting[name])} h`,
            })),
          ]}
        />
      </Card>
      {editing && (
        <EntityDialog
          entity={scheduleSettings}
          record={setting}
          title="Edit schedule settings"
          fields={['work_days', 'start_time', 'ratio', ...hours]}
          inputs={{
            work_days: WeekdaysInput,
            start_time: ({ value, ...props }: InputProps) => (
              <TimeInput {...props} value={typeof value === 'string' ? value : null} />
            ),
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </Page>
  )
}
