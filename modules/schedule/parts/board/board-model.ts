import { signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import { addDays, daysBetween, formatWeekday, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { isOffOn } from '../../company-days.ts'
import { daysOf, hoursOn, type WorkDays } from '../../days-of.ts'
import type { Assignment, PhaseBar } from '../../entities.ts'
import { createCursor, type Cursor } from './board-cursor.ts'
import { assign, copied, moved, pasted, stretched, workedIn, type Copied, type Stretch } from './board-edits.ts'
import type { Step } from './board-steps.ts'
import { lastBefore, type BoardWrites } from './board-writes.ts'
import type { BoardIndex } from './board-index.ts'
import type { Dragged, DropTarget } from './board-pointer.ts'
import type { Columns, Line } from '../layout.ts'

/** Where something dragged would land: some days of a person. */
export interface Landing extends Stretch {
  /** The line that the pointer is over; somebody on several jobs has several. */
  readonly line: number
  readonly says: string
  readonly isConflict: boolean
}

export interface ModelDeps extends BoardWrites {
  index: BoardIndex
  company: ReadonlySignal<WorkDays>
  lines(): readonly Line[]
  columns(): Columns
  nameOf(person: Id): string
  projectOf(id: Id | null): string
}

export interface BoardModel {
  readonly cursor: Cursor
  /** Where what is dragged or lifted would land; null while nothing is. */
  readonly landing: ReadonlySignal<Landing | null>
  /** The text announced to screen readers. */
  readonly message: ReadonlySignal<string>
  chosen(): Stretch[]
  /** The first and the last chosen day. */
  days(): { from: Day; to: Day }
  /** The job in whose rows the active cell is, where rows are grouped by job. */
  job(): Id | null
  /** Whether one cell alone is chosen. */
  isOne(): boolean
  /** The assignments on the active cell. */
  here(): Assignment[]
  clear(): Promise<boolean>
  /** Gives the chosen people the chosen days off. */
  timeOff(): Promise<boolean>
  /** Plans the person of the active cell on that day as last before. @returns null where that is not known */
  usual(): Promise<boolean | null>
  copy(): void
  hasCopies(): boolean
  paste(): Promise<boolean>
  /** Shows where something dragged would land. */
  over(dragged: Dragged, target: DropTarget): void
  drop(dragged: Dragged, target: DropTarget): Promise<boolean>
  /** Lifts the assignment on the active cell, or puts down the lifted one where the cursor is. */
  lift(): void
  cancel(): void
  readonly lifted: ReadonlySignal<Dragged | null>
  say(text: string): void
}

/** What the model holds beside the cursor. */
interface Held extends ModelDeps {
  readonly cursor: Cursor
  readonly landing: Signal<Landing | null>
  readonly message: Signal<string>
  readonly lifted: Signal<Dragged | null>
  copies: readonly Copied[]
}

function personAt({ lines }: Held, line: number): Id | undefined {
  const one = lines()[line]
  return one?.kind === 'person' ? one.id : undefined
}
const dayAt = ({ columns }: Held, column: number): Day => columns().days[column] ?? ''
const barOf = ({ index }: Held, id: Id | null) => index.phases.peek().find((one) => one.id === id)

function chosen(held: Held): Stretch[] {
  const block = held.cursor.block.peek()
  if (!block) return []
  const lines = Array.from({ length: block.bottom - block.top + 1 }, (_, at) => block.top + at)
  return lines.flatMap((line) => {
    const user_id = personAt(held, line)
    return user_id === undefined ? [] : [{ user_id, from: dayAt(held, block.left), to: dayAt(held, block.right) }]
  })
}

function daysChosen(held: Held): { from: Day; to: Day } {
  const block = held.cursor.block.peek()
  return { from: dayAt(held, block?.left ?? 0), to: dayAt(held, block?.right ?? 0) }
}

const jobAt = ({ cursor, lines }: Held): Id | null => lines()[cursor.active.peek()?.line ?? -1]?.project_id ?? null

function here(held: Held): Assignment[] {
  const active = held.cursor.active.peek()
  const user_id = active ? personAt(held, active.line) : undefined
  if (!active || user_id === undefined) return []
  const day = dayAt(held, active.column)
  return untracked(() => held.index.assignmentsOf(user_id)).filter((event) =>
    daysOf(event, held.company.peek()).includes(day),
  )
}

/** A person on a phase, from a day to the end of the phase or of what is shown. */
function ofBar({ columns, company }: Held, bar: PhaseBar, user_id: Id, day: Day) {
  const { days } = columns()
  const [first, last] = [days[0] ?? day, days.at(-1) ?? day]
  const from = day < first ? first : day
  const to = bar.end_date > last ? last : bar.end_date
  const worked = daysOf({ start_date: from, end_date: to, days: null }, company.peek())
  const [begin, end] = [worked[0], worked.at(-1)]
  if (bar.project_id === null || !begin || !end) return null
  const stretch = { user_id, from: begin, to: end }
  return { steps: assign([stretch], bar.project_id, bar.phase_id), stretch }
}

/** The steps that dropping takes, and the days they fill. */
function stepsFor(
  held: Held,
  dragged: Dragged,
  { spot, phase }: DropTarget,
): { steps: Step[]; stretch: Stretch } | null {
  const user_id = spot ? personAt(held, spot.line) : undefined
  const day = spot ? dayAt(held, spot.column) : ''
  if (dragged.kind === 'person') {
    const bar = barOf(held, phase)
    return bar ? ofBar(held, bar, dragged.id, bar.start_date) : null
  }
  if (!spot || user_id === undefined) return null
  if (dragged.kind === 'phase') {
    const bar = barOf(held, dragged.id)
    return bar ? ofBar(held, bar, user_id, day >= bar.start_date && day <= bar.end_date ? day : bar.start_date) : null
  }
  const event = held.index.assignments.peek().find(({ id }) => id === dragged.event)
  if (!event) return null
  const steps =
    dragged.kind === 'move'
      ? moved(event, user_id, addDays(event.start_date, daysBetween(dragged.grabbed, day)), held.company.peek())
      : stretched(event, dragged.kind, day)
  const span = steps[0]?.after ?? event
  return { steps, stretch: { user_id: span.user_id, from: span.start_date, to: span.end_date } }
}

function landingOf(held: Held, dragged: Dragged, target: DropTarget): Landing | null {
  const found = stepsFor(held, dragged, target)
  const plan = found?.steps[0]?.after
  if (!found || !plan) return null
  const { stretch } = found
  const company = held.company.peek()
  const days = daysOf(plan, company)
  const { assignmentsOf, datedOf, askedOf } = held.index
  const { user_id } = stretch
  const [assignments, dated, asked] = untracked(
    () => [assignmentsOf(user_id), datedOf(user_id), askedOf(user_id)] as const,
  )
  const others = assignments.filter((one) => !('event' in dragged && dragged.event === one.id) && !one.removed)
  const clash = others.find((one) => daysOf(one, company).some((day) => days.includes(day)))
  const span = [...new Set([stretch.from, stretch.to])].map(formatWeekday).join(' – ')
  const isAway = dated.some((event) => days.some((day) => isOffOn(event, day)))
  const isAsking = asked.some(({ start_date, end_date }) => days.some((day) => day >= start_date && day <= end_date))
  const taken = clash && `already on ${held.projectOf(clash.project_id)}`
  const wrong = [taken, isAway && 'has time off', isAsking && 'asks for time off'].find(Boolean)
  const hours = `${formatHours(days.reduce((sum, day) => sum + hoursOn(plan.hours_per_day, day, company), 0))} h`
  return {
    ...stretch,
    line: target.spot?.line ?? -1,
    isConflict: wrong !== undefined,
    says: [held.nameOf(stretch.user_id), span, hours, wrong ?? 'no conflict'].join(' · '),
  }
}

async function take({ takeSteps, message }: Held, steps: readonly Step[], done: string): Promise<boolean> {
  const isDone = steps.length > 0 && (await takeSteps(steps))
  if (isDone) message.value = done
  return isDone
}

/** Takes the chosen people off their jobs on the chosen days. */
async function clear(held: Held): Promise<boolean> {
  const stretches = chosen(held)
  const [first] = stretches
  if (!first) return false
  const { from, to } = first
  const company = held.company.peek()
  const worked = workedIn(held.index.assignments.peek(), stretches, company)
  const count = worked.reduce(
    (sum, event) => sum + daysOf(event, company).filter((day) => day >= from && day <= to).length,
    0,
  )
  if (!count) held.message.value = 'Nothing to clear.'
  const ids = worked.map(({ id }) => id)
  const isDone = count > 0 && (await held.clear({ from, to }, ids, count))
  if (isDone) held.message.value = 'Cleared.'
  return isDone
}

async function timeOff(held: Held): Promise<boolean> {
  const people = [...new Set(chosen(held).map(({ user_id }) => user_id))]
  const isDone = people.length > 0 && (await held.timeOff(daysChosen(held), people))
  if (isDone) held.message.value = 'Time off.'
  return isDone
}

async function usual(held: Held): Promise<boolean | null> {
  const [stretch] = chosen(held)
  if (!stretch) return null
  const { user_id, from } = stretch
  const job = jobAt(held)
  const own = untracked(() => held.index.assignmentsOf(user_id)).filter((one) => job === null || one.project_id === job)
  const last = lastBefore(own, from) ?? (job === null ? await held.lastOf(user_id, from) : null)
  const project_id = last?.project_id ?? job
  if (project_id === null) return null
  const steps = assign([{ user_id, from, to: from }], project_id, last?.phase_id ?? null)
  const hours = last && { hours_per_day: last.hours_per_day, start_time: last.start_time }
  const asLast = steps.map((step) => ({ ...step, after: { ...step.after, ...hours } }))
  return take(held, asLast, `Assigned to ${held.projectOf(project_id)}.`)
}

function copy(held: Held) {
  const stretches = chosen(held)
  const [first] = stretches
  if (!first) return
  const people = stretches.map(({ user_id }) => user_id)
  held.copies = copied(held.index.assignments.peek(), people, first.from, first.to, held.company.peek())
  held.message.value = `${held.copies.length} copied.`
}

async function paste(held: Held): Promise<boolean> {
  const block = held.cursor.block.peek()
  if (!block || !held.copies.length) return false
  const below = held.lines().slice(block.top)
  const people = below.flatMap((line) => (line.kind === 'person' ? [line.id] : []))
  return take(held, pasted(held.copies, people, dayAt(held, block.left)), 'Pasted.')
}

async function drop(held: Held, dragged: Dragged, target: DropTarget): Promise<boolean> {
  const found = stepsFor(held, dragged, target)
  held.landing.value = null
  return found ? take(held, found.steps, 'Moved.') : false
}

function lift(held: Held) {
  const { lifted, message } = held
  const active = held.cursor.active.peek()
  const now = lifted.peek()
  if (now && active) {
    lifted.value = null
    return void drop(held, now, { spot: active, phase: null })
  }
  const [event] = here(held)
  if (!event || !active) return
  lifted.value = { kind: 'move', event: event.id, grabbed: dayAt(held, active.column) }
  message.value = `Lifted ${held.projectOf(event.project_id)}. Arrows move it, Space puts it down, Escape cancels.`
}

export function createBoardModel(deps: ModelDeps): BoardModel {
  const cursor = createCursor()
  const landing = signal<Landing | null>(null)
  const message = signal('')
  const lifted = signal<Dragged | null>(null)
  const held: Held = { ...deps, cursor, landing, message, lifted, copies: [] }
  return {
    cursor,
    landing,
    message,
    lifted,
    chosen: () => chosen(held),
    here: () => here(held),
    say: (text) => void (message.value = text),
    days: () => daysChosen(held),
    job: () => jobAt(held),
    isOne() {
      const block = cursor.block.peek()
      return block !== null && block.top === block.bottom && block.left === block.right
    },
    timeOff: () => timeOff(held),
    usual: () => usual(held),
    hasCopies: () => held.copies.length > 0,
    clear: () => clear(held),
    copy: () => copy(held),
    paste: () => paste(held),
    over(dragged, target) {
      const next = landingOf(held, dragged, target)
      landing.value = next
      if (lifted.peek() && next) message.value = next.says
    },
    drop: (dragged, target) => drop(held, dragged, target),
    lift: () => lift(held),
    cancel() {
      landing.value = null
      if (lifted.peek()) message.value = 'Canceled.'
      lifted.value = null
    },
  }
}
