import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { css } from '#css/css'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { can, every, staff } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { DeleteConfirmation } from '#ui/delete-confirmation/delete-confirmation.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { choiceOptions } from '#lib/choice-label.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { phases } from '../../phases/entities.ts'
import { LinesPicker } from '#blocks/record-picker/known-records.tsx'
import { users } from '../../users/entities.ts'
import { calendarTypes, scheduleEvents, type Kind, type ScheduleEvent } from '../entities.ts'
import { DocumentsGroup, HeadcountGroup, MomentInput, PersonInput, PhaseInput, WeekdaysInput } from './event-inputs.tsx'

type Draft = DraftOf<typeof scheduleEvents>

const kinds = [
  { value: 'assignment', label: 'Assignment' },
  { value: 'calendar', label: 'Event' },
  { value: 'phase', label: 'Phase' },
] as const
const titles: Readonly<Record<Kind, string>> = { assignment: 'assignment', calendar: 'event', phase: 'phase' }
const fields = {
  assignment: [
    'user_id',
    'project_id',
    'phase_id',
    'start_date',
    'end_date',
    'days',
    'start_time',
    'hours_per_day',
    'lead',
    'meeting_place',
    'note',
    'documents',
  ],
  calendar: [
    'title',
    'type',
    'off_kind',
    'all_day',
    'start_date',
    'end_date',
    'hours_off',
    'starts_at',
    'ends_at',
    'project_id',
    'location',
    'user_ids',
    'documents',
  ],
  phase: [
    'project_id',
    'phase_id',
    'start_date',
    'end_date',
    'headcount',
    'percent_complete',
    'tentative',
    'blocked_by_id',
    'lag_days',
    'documents',
  ],
} as const
/** What is known of a new event before anything is typed. */
export interface Initial {
  readonly kind?: Kind
  readonly project_id?: number | null
  readonly user_id?: number
  readonly phase_id?: number
  readonly start_date?: Day
  readonly end_date?: Day
}

function draftOf(kind: Kind, { kind: _, user_id, phase_id, ...common }: Initial): Draft {
  const stage = phase_id === undefined ? {} : { phase_id }
  if (kind === 'assignment') return { ...common, ...stage, kind, ...(user_id !== undefined && { user_id }) }
  return kind === 'phase' ? { ...common, ...stage, kind } : { ...common, kind }
}

const removers = every(staff, can('delete', 'schedule'))
const idOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** The people of a calendar event; none stands for everyone. */
const PeopleInput = ({ value, onChange, ...props }: InputProps) => (
  <LinesPicker
    {...props}
    entity={users}
    column="user_id"
    value={Array.isArray(value) ? value.map((user_id) => ({ user_id: Number(user_id) })) : []}
    onChange={(lines) => onChange(Array.isArray(lines) ? lines.map((line: { user_id: number }) => line.user_id) : [])}
    placeholder="Everyone"
  />
)

/** Adds or changes an assignment, a calendar event or a phase. @useSignals */
export const EventDialog = ({
  record,
  initial = {},
  onClose,
}: {
  record?: ScheduleEvent
  initial?: Initial
  onClose: () => void
}) => {
  const { session } = useServices()
  const [kind, setKind] = useState<Kind>(record?.kind ?? initial.kind ?? 'assignment')
  const [timed, setTimed] = useState(record?.kind === 'calendar' && !record.all_day)
  const [type, setType] = useState(record?.kind === 'calendar' ? record.type : null)
  const stages = useRecords(useQuery(phases, { ask: false }).items)
  const bars = useRecords(useQuery(scheduleEvents, { filters: { kind: 'phase' }, ask: false }).items)
  const [removing, setRemoving] = useState(false)
  const hidden: readonly string[] =
    kind !== 'calendar'
      ? []
      : [
          ...(timed ? ['start_date', 'end_date', 'hours_off'] : ['starts_at', 'ends_at']),
          ...(type === 'time_off' ? [] : ['off_kind']),
          ...(type === 'time_off' || type === 'holiday' ? [] : ['hours_off']),
        ]
  const barOptions = bars.flatMap((value) =>
    value.kind === 'phase' && value.id !== record?.id
      ? [
          {
            value: value.id,
            label: `${value.project_number ?? ''} ${stages.find(({ id }) => id === value.phase_id)?.name ?? ''}`,
          },
        ]
      : [],
  )
  return (
    <>
      <EntityDialog
        key={kind}
        entity={scheduleEvents}
        record={record}
        initial={draftOf(kind, initial)}
        title={`${record ? 'Edit' : 'Add'} ${titles[kind]}`}
        fields={fields[kind].filter((name) => !hidden.includes(name))}
        part={kind}
        intro={!record && <Segmented aria-label="Kind" value={kind} onChange={setKind} options={kinds} full />}
        inputs={{
          user_id: PersonInput,
          user_ids: PeopleInput,
          phase_id: PhaseInput,
          blocked_by_id: ({ value, ...props }: InputProps) => (
            <Combobox {...props} value={idOf(value)} options={barOptions} placeholder="Nothing" />
          ),
          type: ({ value, onChange, ...props }: InputProps) => (
            <Select
              {...props}
              value={calendarTypes.find((one) => one === value) ?? null}
              options={choiceOptions(calendarTypes)}
              onChange={(next) => {
                onChange(next)
                setType(next)
              }}
            />
          ),
          all_day: ({ value, onChange }: InputProps) => (
            <Segmented
              aria-label="All day"
              value={value === false ? 'timed' : 'day'}
              onChange={(next) => {
                onChange(next === 'day')
                setTimed(next === 'timed')
              }}
              options={[
                { value: 'day', label: 'All day' },
                { value: 'timed', label: 'At a time' },
              ]}
            />
          ),
          days: WeekdaysInput,
          starts_at: MomentInput,
          ends_at: MomentInput,
        }}
        groups={{ headcount: HeadcountGroup, documents: DocumentsGroup }}
        outro={
          record &&
          (removers(session.user.value) || record.published_at === null) && (
            <div className={css({ display: 'flex' })}>
              {isToldWork(record) ? (
                <RemoveWhenPublished record={record} onRemoved={onClose} />
              ) : (
                <Button variant="outline" icon="trash-2" onClick={() => setRemoving(true)}>
                  Delete
                </Button>
              )}
            </div>
          )
        }
        onClose={onClose}
      />
      {record && removing && record.published_at === null && (
        <DiscardDraft record={record} onClose={() => setRemoving(false)} onDeleted={onClose} />
      )}
      {record && removing && record.published_at !== null && (
        <DeleteRecord entity={scheduleEvents} record={record} onClose={() => setRemoving(false)} onDeleted={onClose} />
      )}
    </>
  )
}

/** Whether somebody was told of this work, so that its removal is a draft until it is published. */
const isToldWork = ({ kind, published_at }: ScheduleEvent): boolean => kind === 'assignment' && published_at !== null

const RemoveWhenPublished = ({ record, onRemoved }: { record: ScheduleEvent; onRemoved: () => void }) => {
  const resource = useResource(scheduleEvents)
  const [busy, during] = useBusy()
  async function remove() {
    const result = await during(resource.save({ id: record.id, removed: true }))
    if (result.ok) onRemoved()
    else toastFailure(result)
  }
  return (
    <Button variant="outline" icon="trash-2" loading={busy} onClick={() => void remove()}>
      Remove when published
    </Button>
  )
}

/** Deletes what was never published: those who plan discard their drafts, whether they may delete events or not. */
const DiscardDraft = ({
  record,
  onClose,
  onDeleted,
}: {
  record: ScheduleEvent
  onClose: () => void
  onDeleted: () => void
}) => {
  const resource = useResource(scheduleEvents)
  const report = useOutcome()
  const [busy, during] = useBusy()
  async function discard() {
    const result = await during(resource.actOnAll('discard', { ids: [record.id] }))
    onClose()
    if (report(result, 'Schedule event deleted.')) onDeleted()
  }
  return <DeleteConfirmation open loading={busy} onConfirm={() => void discard()} onCancel={onClose} />
}
