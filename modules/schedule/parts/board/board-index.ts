import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Collection } from '#core/store/store.ts'
import type { Day } from '#lib/days.ts'
import type { Assignment, CalendarEvent, PhaseBar, ScheduleEvent, scheduleEvents } from '../../entities.ts'

/** What one person's row shows. Each row has its own signal, so that a change repaints its row alone. */
export interface RowEvents {
  readonly assignments: readonly Assignment[]
  /** The calendar events that name the person. */
  readonly dated: readonly CalendarEvent[]
}
const none: RowEvents = { assignments: [], dated: [] }

export interface BoardIndex {
  row(person: Id): ReadonlySignal<RowEvents>
  /** Everyone with an assignment in the span. */
  readonly people: ReadonlySignal<ReadonlySet<Id>>
  readonly assignments: ReadonlySignal<readonly Assignment[]>
  readonly phases: ReadonlySignal<readonly PhaseBar[]>
  readonly calendar: ReadonlySignal<readonly CalendarEvent[]>
  /** Keeps the index in step with the store until the returned function is called. */
  start(): () => void
}

const isIn = ({ start_date, end_date }: ScheduleEvent, from: Day, to: Day): boolean =>
  start_date !== null && end_date !== null && start_date <= to && end_date >= from

/** Groups the events of a span by person. */
export function createBoardIndex(collection: Collection<typeof scheduleEvents>, from: Day, to: Day): BoardIndex {
  const rows = new Map<Id, Signal<RowEvents>>()
  const people = signal<ReadonlySet<Id>>(new Set())
  const assignments = signal<readonly Assignment[]>([])
  const phases = signal<readonly PhaseBar[]>([])
  const calendar = signal<readonly CalendarEvent[]>([])
  const at = (person: Id): Signal<RowEvents> => {
    const known = rows.get(person) ?? signal<RowEvents>(none)
    rows.set(person, known)
    return known
  }
  const same = (a: readonly unknown[], b: readonly unknown[]) =>
    a.length === b.length && a.every((one, n) => one === b[n])

  function read() {
    const events = collection.all.peek().flatMap((item) => (isIn(item.peek(), from, to) ? [item.peek()] : []))
    const assigned = events.flatMap((event) => (event.kind === 'assignment' ? [event] : []))
    const dated = events.flatMap((event) => (event.kind === 'calendar' ? [event] : []))
    const bars = events.flatMap((event) => (event.kind === 'phase' ? [event] : []))
    const byPerson = Map.groupBy(assigned, ({ user_id }) => user_id)
    const datedByPerson = new Map<Id, CalendarEvent[]>()
    for (const event of dated)
      for (const id of event.user_ids ?? []) datedByPerson.set(id, [...(datedByPerson.get(id) ?? []), event])
    batch(() => {
      for (const person of new Set([...rows.keys(), ...byPerson.keys(), ...datedByPerson.keys()])) {
        const row = at(person)
        const next = { assignments: byPerson.get(person) ?? [], dated: datedByPerson.get(person) ?? [] }
        const now = row.peek()
        if (!same(now.assignments, next.assignments) || !same(now.dated, next.dated)) row.value = next
      }
      const there = new Set(byPerson.keys())
      if (there.size !== people.peek().size || [...there].some((id) => !people.peek().has(id))) people.value = there
      if (!same(assignments.peek(), assigned)) assignments.value = assigned
      if (!same(phases.peek(), bars)) phases.value = bars
      if (!same(calendar.peek(), dated)) calendar.value = dated
    })
  }

  return {
    row: at,
    people,
    assignments,
    phases,
    calendar,
    start() {
      read()
      let queued = false
      const later = () => {
        if (queued) return
        queued = true
        // Many records may change at once; what is shown is read once for all of them.
        queueMicrotask(() => {
          queued = false
          read()
        })
      }
      const names = ['saved', 'saved-many', 'fetched', 'fetched-data', 'pending', 'deleted', 'deleted-many'] as const
      const stops = names.map((name) => collection.on(name, later))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
