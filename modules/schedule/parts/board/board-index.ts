import { computed } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import { between } from '#core/query/where.ts'
import type { Store } from '#core/store/store.ts'
import type { Day } from '#lib/days.ts'
import { scheduleEvents, timeOffRequests, type EventOf, type ScheduleEvent } from '../../entities.ts'
import { isAsked } from '../../time-off.ts'

/** The events of a span by kind, and by person, so that a change repaints a person's row alone. */
export type BoardIndex = ReturnType<typeof createBoardIndex>

type Kind = ScheduleEvent['kind']
const isOf = <K extends Kind>(event: ScheduleEvent, kind: K): event is EventOf<K> => event.kind === kind
const ofKind = <K extends Kind>(events: readonly ScheduleEvent[], kind: K): readonly EventOf<K>[] =>
  events.flatMap((event) => (isOf(event, kind) ? [event] : []))

export function createBoardIndex(store: Store, from: Day, to: Day) {
  const span = { entity: scheduleEvents, where: { start_date: between(null, to), end_date: between(from, null) } }
  const byKind = store.groups(span, ({ kind }) => kind)
  const assigned = store.groups(span, (event) => (event.kind === 'assignment' ? event.user_id : null))
  const dated = store.groups(span, (event) => (event.kind === 'calendar' ? (event.user_ids ?? null) : null))
  const requested = store.groups(
    { entity: timeOffRequests, where: { start_date: between(null, to), end_date: between(from, null) } },
    (request) => (isAsked(request) ? request.user_id : null),
  )
  const listOf = <K extends Kind>(kind: K) => computed(() => ofKind(byKind.of(kind).value, kind))
  return {
    assignmentsOf: (person: Id) => ofKind(assigned.of(person).value, 'assignment'),
    /** The calendar events that name the person. */
    datedOf: (person: Id) => ofKind(dated.of(person).value, 'calendar'),
    /** The time off that the person asks for. */
    askedOf: (person: Id) => requested.of(person).value,
    /** Everyone with an assignment in the span. */
    people: assigned.keys,
    assignments: listOf('assignment'),
    phases: listOf('phase'),
    calendar: listOf('calendar'),
  }
}
