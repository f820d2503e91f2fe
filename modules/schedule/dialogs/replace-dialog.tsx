import { useMemo } from 'react'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Result } from '#core/resource/result.ts'
import { formatWeekday } from '#lib/days.ts'
import { projects } from '../../projects/entities.ts'
import { users, type User } from '../../users/entities.ts'
import { PersonPicker } from '../../users/index.ts'
import { daysOf } from '../days-of.ts'
import { scheduleEvents, type ScheduleEvent, type Unanswered } from '../entities.ts'
import { useCompanyDays } from '../parts/use-company-days.ts'

/** What each person has on a day, as the picker says it: a job, time off, or nothing. @useSignals */
function useOccupied(day: string): ReadonlyMap<number, string> | null {
  const { store } = useServices()
  const asked = useQuery(scheduleEvents, { filters: { from: day, to: day } })
  const company = useCompanyDays(day, day, asked.items)
  const events = useRecords(asked.items)
  if (asked.state.value === 'never') return null
  const own = events.flatMap((event): (readonly [number, string])[] => {
    if (event.kind === 'calendar')
      return event.type === 'time_off' ? event.user_ids.map((id) => [id, 'time off'] as const) : []
    if (event.kind !== 'assignment' || event.removed || !daysOf(event, company.value).includes(day)) return []
    return [[event.user_id, `on ${store.of(projects).get(event.project_id ?? 0)?.name ?? 'another job'}`]]
  })
  return new Map(own)
}

/** A person who can be scheduled, with what they have on the day: first those who are free and have the same license. @useSignals */
const Replacement = ({ value, day, without, ...props }: InputProps & { day: string; without: number }) => {
  const occupied = useOccupied(day)
  const license = useServices().store.of(users).get(without)?.license
  const only = useMemo(
    () =>
      ({ id, active, schedulable }: User) =>
        active && schedulable && id !== without,
    [without],
  )
  const hint = useMemo(
    () =>
      ({ id, license: own }: User) =>
        [own, occupied && (occupied.get(id) ?? 'free')].filter(Boolean).join(' · '),
    [occupied],
  )
  const rank = useMemo(
    () => (person: User) => (occupied?.has(person.id) ? 2 : 0) + (person.license === license ? 0 : 1),
    [occupied, license],
  )
  return <PersonPicker {...props} {...{ only, hint, rank }} value={typeof value === 'number' ? value : null} />
}

/** Asks who works in place of somebody who declined a day. The change is published at once. @useSignals */
export const ReplaceDialog = ({
  declined: { event_id, user_id, job, date, reason },
  onClose,
}: {
  declined: Unanswered['declined'][number]
  onClose: () => void
}) => {
  const { api, store } = useServices()
  const nameOf = (id: unknown) => (typeof id === 'number' && store.of(users).peek(id)?.name) || 'Someone'
  const save = async ({ user_id: chosen }: object & { user_id?: unknown }): Promise<Result<ScheduleEvent>> => {
    const result = await api(scheduleEvents).actOnAll('replace', { id: event_id, date, user_id: chosen })
    if (!result.ok) return { ...result, current: undefined }
    const [made] = result.data
    return made ? { ...result, data: made } : { ok: false, status: 0, message: '', errors: {} }
  }
  return (
    <EntityDialog
      entity={scheduleEvents}
      title={`Replace ${nameOf(user_id)}`}
      part={`replace ${event_id} ${date}`}
      intro={
        <p>
          {job}, {formatWeekday(date)}
          {reason && `: “${reason}”`}
        </p>
      }
      fields={['user_id']}
      initial={{ kind: 'assignment' }}
      inputs={{ user_id: (props: InputProps) => <Replacement {...props} day={date} without={user_id} /> }}
      save={save}
      saves="Replace and tell both"
      said={(event) =>
        `${nameOf(event.kind === 'assignment' && event.user_id)} is on ${job} on ${formatWeekday(date)}. Both are told.`
      }
      onClose={onClose}
    />
  )
}
