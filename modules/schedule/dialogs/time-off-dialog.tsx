import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { choiceOptions } from '#lib/choice-label.ts'
import type { Day } from '#lib/days.ts'
import { Field } from '#ui/field/field.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { timeOffKinds, timeOffRequests, type TimeOffRequest } from '../entities.ts'
import { BalanceLine } from '../parts/time-off/balance.tsx'

const options = choiceOptions(timeOffKinds)

/** The kind of time off, with what is left of it in the year of the first day. @useSignals */
const Kind = ({ value, onChange, get }: GroupProps) => {
  const { session } = useServices()
  const today = useToday()
  const first = get('start_date')
  return (
    <>
      <Field label="Kind" required>
        <Segmented
          aria-label="Kind"
          value={timeOffKinds.find((one) => one === value) ?? 'vacation'}
          onChange={onChange}
          options={options}
          full
        />
      </Field>
      <BalanceLine
        person={session.user.value?.id ?? 0}
        kind={value}
        year={(typeof first === 'string' ? first : today).slice(0, 4)}
      />
    </>
  )
}

/** Asks for time off, or changes what is asked for. Without a connection it waits to be sent. */
export const TimeOffDialog = ({
  record,
  day,
  onClose,
}: {
  record?: TimeOffRequest
  /** What is proposed as the first and last day. */
  day?: Day
  onClose: () => void
}) => (
  <EntityDialog
    entity={timeOffRequests}
    record={record}
    title={record ? 'Change request' : 'Ask for time off'}
    initial={{ kind: 'vacation', ...(day && { start_date: day, end_date: day }) }}
    fields={['kind', 'start_date', 'end_date', 'hours_per_day', 'note']}
    groups={{ kind: (props: GroupProps) => <Kind {...props} /> }}
    onClose={onClose}
  />
)
