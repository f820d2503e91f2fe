import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import { addDays, daysBetween, formatWeekday, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { isOffOn } from '../company-days.ts'
import { daysOf, type WorkDays } from '../days-of.ts'
import type { Assignment, PhaseBar } from '../entities.ts'
import { createCursor, type Cursor, type Spot } from './board-cursor.ts'
import { assign, cleared, copied, moved, pasted, stretched, type Copied, type Stretch } from './board-edits.ts'
import type { Step } from './board-steps.ts'
import type { BoardIndex } from './board-index.ts'
import type { Dragged, DropTarget } from './board-pointer.ts'
import type { Columns, Line } from './layout.ts'

/** Where something dragged would land: some days of a person. */
export interface Landing extends Stretch {
  readonly says: string
  readonly isConflict: boolean
}

export interface ModelDeps {
  index: BoardIndex
  /** Takes steps at once. @returns whether they succeeded */
  takeSteps(steps: readonly Step[]): Promise<boolean>
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
  /** The assignments on the active cell. */
  here(): Assignment[]
  assignTo(project_id: Id, phase_id?: Id | null): Promise<boolean>
  clear(): Promise<boolean>
  copy(): void
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

export function createBoardModel(deps: ModelDeps): BoardModel {
  const { index, company } = deps
  const cursor = createCursor()
  const landing = signal<Landing | null>(null)
  const message = signal('')
  const lifted: Signal<Dragged | null> = signal(null)
  let copies: readonly Copied[] = []

  const personAt = (line: number): Id | undefined => {
    const one = deps.lines()[line]
    return one?.kind === 'person' ? one.id : undefined
  }
  const dayAt = (column: number): Day => deps.columns().days[column] ?? ''
  const eventOf = (id: Id): Assignment | undefined => index.assignments.peek().find((one) => one.id === id)
  const barOf = (id: Id): PhaseBar | undefined => index.phases.peek().find((one) => one.id === id)

  function chosen(): Stretch[] {
    const block = cursor.block.peek()
    if (!block) return []
    const lines = Array.from({ length: block.bottom - block.top + 1 }, (_, at) => block.top + at)
    return lines.flatMap((line) => {
      const user_id = personAt(line)
      return user_id === undefined ? [] : [{ user_id, from: dayAt(block.left), to: dayAt(block.right) }]
    })
  }
  function here(): Assignment[] {
    const active = cursor.active.peek()
    const user_id = active ? personAt(active.line) : undefined
    if (!active || user_id === undefined) return []
    const day = dayAt(active.column)
    return index
      .row(user_id)
      .peek()
      .assignments.filter((event) => daysOf(event, company.peek()).includes(day))
  }

  /** The steps that dropping takes, and the days they fill. */
  function stepsFor(dragged: Dragged, { spot, phase }: DropTarget): { steps: Step[]; stretch: Stretch } | null {
    const user_id = spot ? personAt(spot.line) : undefined
    const day = spot ? dayAt(spot.column) : ''
    if (dragged.kind === 'person') {
      const bar = phase === null ? undefined : barOf(phase)
      return bar ? ofBar(bar, dragged.id, bar.start_date) : null
    }
    if (!spot || user_id === undefined) return null
    if (dragged.kind === 'phase') {
      const bar = barOf(dragged.id)
      return bar ? ofBar(bar, user_id, day >= bar.start_date && day <= bar.end_date ? day : bar.start_date) : null
    }
    const event = eventOf(dragged.event)
    if (!event) return null
    const steps =
      dragged.kind === 'move'
        ? moved(event, user_id, addDays(event.start_date, daysBetween(dragged.grabbed, day)), company.peek())
        : stretched(event, dragged.kind, day)
    const after = steps[0]?.after
    const span = after ?? event
    return { steps, stretch: { user_id: span.user_id, from: span.start_date, to: span.end_date } }
  }
  /** A person on a phase, from a day to the end of the phase or of what is shown. */
  function ofBar(bar: PhaseBar, user_id: Id, day: Day) {
    const days = deps.columns().days
    const [first, last] = [days[0] ?? day, days.at(-1) ?? day]
    const from = day < first ? first : day
    const to = bar.end_date > last ? last : bar.end_date
    const worked = daysOf({ start_date: from, end_date: to, days: null }, company.peek())
    const [begin, end] = [worked[0], worked.at(-1)]
    if (bar.project_id === null || !begin || !end) return null
    const stretch = { user_id, from: begin, to: end }
    return { steps: assign([stretch], bar.project_id, bar.phase_id), stretch }
  }

  function landingOf(dragged: Dragged, target: DropTarget): Landing | null {
    const found = stepsFor(dragged, target)
    const plan = found?.steps[0]?.after
    if (!found || !plan) return null
    const { stretch } = found
    const days = daysOf(plan, company.peek())
    const others = index
      .row(stretch.user_id)
      .peek()
      .assignments.filter((one) => !('event' in dragged && dragged.event === one.id) && !one.removed)
    const clash = others.find((one) => daysOf(one, company.peek()).some((day) => days.includes(day)))
    const span =
      stretch.from === stretch.to
        ? formatWeekday(stretch.from)
        : `${formatWeekday(stretch.from)} – ${formatWeekday(stretch.to)}`
    const isAway = index
      .row(stretch.user_id)
      .peek()
      .dated.some((event) => days.some((day) => isOffOn(event, day)))
    const state = clash ? `already on ${deps.projectOf(clash.project_id)}` : isAway ? 'has time off' : 'no conflict'
    return {
      ...stretch,
      isConflict: clash !== undefined || isAway,
      says: [deps.nameOf(stretch.user_id), span, `${formatHours(days.length * plan.hours_per_day)} h`, state].join(
        ' · ',
      ),
    }
  }

  async function take(steps: readonly Step[], done: string): Promise<boolean> {
    const isDone = steps.length > 0 && (await deps.takeSteps(steps))
    if (isDone) message.value = done
    return isDone
  }

  const model: BoardModel = {
    cursor,
    landing,
    message,
    lifted,
    chosen,
    here,
    say: (text) => void (message.value = text),
    assignTo: (project_id, phase_id = null) =>
      take(assign(chosen(), project_id, phase_id), `Assigned to ${deps.projectOf(project_id)}.`),
    clear: () => take(cleared(index.assignments.peek(), chosen(), company.peek()), 'Cleared.'),
    copy() {
      const stretches = chosen()
      const [first] = stretches
      if (!first) return
      const people = stretches.map(({ user_id }) => user_id)
      copies = copied(index.assignments.peek(), people, first.from, first.to, company.peek())
      message.value = `${copies.length} copied.`
    },
    async paste() {
      const block = cursor.block.peek()
      if (!block || !copies.length) return false
      const lines = deps.lines()
      const below = lines.slice(block.top).flatMap((line) => (line.kind === 'person' ? [line.id] : []))
      return take(pasted(copies, below, dayAt(block.left)), 'Pasted.')
    },
    over(dragged, target) {
      const next = landingOf(dragged, target)
      landing.value = next
      if (lifted.peek() && next) message.value = next.says
    },
    async drop(dragged, target) {
      const found = stepsFor(dragged, target)
      landing.value = null
      return found ? take(found.steps, 'Moved.') : false
    },
    lift() {
      const active = cursor.active.peek()
      const now = lifted.peek()
      if (now && active) {
        lifted.value = null
        void model.drop(now, { spot: active, phase: null })
        return
      }
      const [event] = here()
      if (!event || !active) return
      lifted.value = { kind: 'move', event: event.id, grabbed: dayAt(active.column) }
      message.value = `Lifted ${deps.projectOf(event.project_id)}. Arrows move it, Space puts it down, Escape cancels.`
    },
    cancel() {
      landing.value = null
      if (lifted.peek()) message.value = 'Cancelled.'
      lifted.value = null
    },
  }
  return model
}

/** The next line that is a person, in a direction; the same line at the end. */
export function nextPerson(lines: readonly Line[], from: number, step: number): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) if (lines[at]?.kind === 'person') return at
  return from
}

/** The cell next to another one. */
export function nextSpot(
  lines: readonly Line[],
  columns: Columns,
  spot: Spot | null,
  { down, right }: { down: number; right: number },
): Spot {
  if (!spot) return { line: nextPerson(lines, -1, 1), column: 0 }
  const line = down ? nextPerson(lines, spot.line, down) : spot.line
  return { line, column: Math.min(Math.max(spot.column + right, 0), columns.days.length - 1) }
}
