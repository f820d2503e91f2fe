import { useMemo } from 'react'
import { css } from '#css/css'
import type { GroupProps } from '#blocks/entity-form/form-field.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { isObject } from '#lib/is-object.ts'
import { dayIn, momentIn, timeIn } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Field } from '#ui/field/field.tsx'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { TimeInput } from '#ui/time-input/time-input.tsx'
import { documents } from '../../documents/entities.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import type { User } from '../../users/entities.ts'
import { PersonPicker } from '../../users/index.ts'
import { licenses } from '../entities.ts'

const idOf = (value: unknown) => (typeof value === 'number' ? value : null)
const schedulable = ({ active, schedulable: able }: User) => active && able
const running = { status: 'active' }

/** Who may be scheduled. */
export const PersonInput = ({ value, ...props }: InputProps) => (
  <PersonPicker {...props} only={schedulable} value={idOf(value)} />
)

/** A job by search, those chosen lately first, then one's own. @useSignals */
export const JobInput = ({ value, ...props }: InputProps) => {
  const { session } = useServices()
  const me = session.user.value?.id ?? 0
  const own = useMemo(() => ({ user_id: me }), [me])
  return (
    <RecordPicker
      {...props}
      entity={projects}
      filters={running}
      own={own}
      placeholder="Type a name or number"
      value={idOf(value)}
    />
  )
}

/** @useSignals */
export const PhaseInput = ({ value, ...props }: InputProps) => {
  const stages = useRecords(useQuery(phases, { ask: false }).items)
  return (
    <Combobox
      {...props}
      value={idOf(value)}
      options={stages.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="No phase"
    />
  )
}

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekdays = weekdayNames.map((label, value) => ({ value, label }))
const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** Which weekdays of the span are worked; none chosen stands for the company's work days. */
export const WeekdaysInput = ({ value, onChange, ...props }: InputProps) => (
  <MultiSelect
    {...props}
    options={weekdays}
    value={numbersIn(value)}
    onChange={(days) => onChange(days.length ? [...days] : null)}
    placeholder="The company’s work days"
  />
)

/** A day and a time of day on the company's clock. @useSignals */
export const MomentInput = ({ value, onChange, ...props }: InputProps) => {
  const { settings, today } = useServices()
  const zone = settings.value.time_zone ?? deviceZone
  const at = typeof value === 'string' ? new Date(value) : null
  const day = at ? dayIn(zone, at) : null
  const time = at ? timeIn(zone, at) : null
  return (
    <span className={css({ flow: '2' })}>
      <DatePicker
        {...props}
        value={day}
        onChange={(next) => onChange(next ? momentIn(zone, next, time ?? '08:00') : null)}
        weekStart={settings.value.week_start}
      />
      <TimeInput
        {...props}
        value={time}
        onChange={(next) => onChange(next ? momentIn(zone, day ?? today.value, next) : null)}
      />
    </span>
  )
}

const names = { journeyman: 'Journeymen', apprentice: 'Apprentices', laborer: 'Laborers' } as const

/** How many people of each license a phase needs. */
export const HeadcountGroup = ({ value, onChange, disabled, errors }: GroupProps) => {
  const held = isObject(value) ? value : {}
  return (
    <div className={css({ stack: '2.5', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' })}>
      {licenses.map((license) => {
        const error = errors.find(({ path }) => path === license)?.message
        return (
          <Field key={license} label={names[license]} {...(error && { error })}>
            <NumberInput
              name={`headcount.${license}`}
              disabled={disabled}
              value={Number(held[license] ?? 0)}
              onChange={(count) => onChange({ ...held, [license]: count ?? 0 })}
            />
          </Field>
        )
      })}
    </div>
  )
}

/** Documents of the project that are at hand on the days of the event. @useSignals */
export const DocumentsGroup = ({ value, onChange, get, disabled, invalid, name }: GroupProps) => {
  const project = get('project_id')
  return typeof project === 'number' ? (
    <Field label="Documents">
      <PinnedDocuments project_id={project} {...{ value, onChange, disabled, invalid, name }} />
    </Field>
  ) : null
}

/** @useSignals */
const PinnedDocuments = ({ project_id, value, onChange, ...props }: InputProps & { project_id: number }) => {
  const found = useRecords(useQuery(documents, { params: { project_id } }).items)
  const lines: unknown[] = Array.isArray(value) ? value : []
  const pinned = lines.flatMap((line) =>
    isObject(line) ? [{ id: line.id, document_id: Number(line.document_id) }] : [],
  )
  return (
    <MultiSelect
      {...props}
      options={found.map(({ id, name }) => ({ value: id, label: name }))}
      value={pinned.map(({ document_id }) => document_id)}
      onChange={(ids) => onChange(ids.map((id) => pinned.find((one) => one.document_id === id) ?? { document_id: id }))}
      placeholder="None"
    />
  )
}
