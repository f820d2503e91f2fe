import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Result } from '#core/resource/result.ts'
import type { Assignment, ScheduleEvent, scheduleEvents } from '../entities.ts'

type Draft = DraftOf<typeof scheduleEvents>

/** What the board changes of an assignment. */
export type Plan = Pick<
  Assignment,
  | 'user_id'
  | 'project_id'
  | 'phase_id'
  | 'start_date'
  | 'end_date'
  | 'start_time'
  | 'hours_per_day'
  | 'days'
  | 'lead'
  | 'meeting_place'
  | 'note'
>

/** One assignment before and after a change; null where there is none. */
export interface Step {
  /** The assignment, or a number of its own below 0 for one that is made by this step. */
  readonly key: Id
  readonly before: Plan | null
  readonly after: Plan | null
  /** Whether people were told of it, so that its removal is a draft. */
  readonly published: boolean
}

export interface HistoryDeps {
  saveMany(drafts: readonly Draft[]): Promise<Result<ScheduleEvent[]>>
  discard(ids: readonly Id[]): Promise<Result<ScheduleEvent[]>>
}

const MOST = 50

export interface BoardHistory {
  /** Takes the steps at once; they can be undone when they succeeded. */
  take(steps: readonly Step[]): Promise<boolean>
  undo(): Promise<boolean>
  redo(): Promise<boolean>
  readonly undoable: ReadonlySignal<number>
  readonly redoable: ReadonlySignal<number>
}

const reversed = (steps: readonly Step[]): Step[] =>
  steps.map((step) => ({ ...step, before: step.after, after: step.before }))

/** The user's own changes of the board, the last 50 of which can be undone one after another. */
export function createBoardHistory({ saveMany, discard }: HistoryDeps): BoardHistory {
  /** The ids of assignments that steps made; one that was undone and redone has another id. */
  const ids = new Map<Id, Id>()
  const idOf = (key: Id): Id => ids.get(key) ?? key
  const done: (readonly Step[])[] = []
  const undone: (readonly Step[])[] = []
  const [undoable, redoable] = [signal(0), signal(0)]
  const count = () => {
    undoable.value = done.length
    redoable.value = undone.length
  }

  async function apply(steps: readonly Step[]): Promise<boolean> {
    const saved: { key: Id; draft: Draft; isNew: boolean }[] = []
    const gone: Id[] = []
    for (const { key, before, after, published } of steps) {
      const isNew = before === null && !published
      if (after && isNew) saved.push({ key, isNew, draft: { kind: 'assignment', ...after } })
      else if (after) saved.push({ key, isNew, draft: { id: idOf(key), ...changedIn(before, after) } })
      else if (published) saved.push({ key, isNew: false, draft: { id: idOf(key), removed: true } })
      else gone.push(idOf(key))
    }
    if (saved.length) {
      const result = await saveMany(saved.map(({ draft }) => draft))
      if (!result.ok) return false
      for (const [at, { key, isNew }] of saved.entries()) {
        const id = result.data[at]?.id
        if (isNew && id !== undefined) ids.set(key, id)
      }
    }
    return gone.length ? (await discard(gone)).ok : true
  }

  async function turn(from: (readonly Step[])[], to: (readonly Step[])[], direction: typeof reversed) {
    const steps = from.pop()
    count()
    if (!steps) return false
    const isDone = await apply(direction(steps))
    if (isDone) to.push(steps)
    else from.push(steps)
    count()
    return isDone
  }

  return {
    undoable,
    redoable,
    async take(steps) {
      if (!steps.length || !(await apply(steps))) return false
      done.push(steps)
      if (done.length > MOST) done.shift()
      undone.length = 0
      count()
      return true
    },
    undo: () => turn(done, undone, reversed),
    redo: () => turn(undone, done, (steps) => [...steps]),
  }
}

/** What a step changes and nothing else, so that what another planner changed meanwhile stays. */
function changedIn(before: Plan | null, after: Plan): Draft {
  if (!before) return { ...after, removed: false }
  const values = new Map<string, unknown>(Object.entries(before))
  const same = (name: string, value: unknown) => JSON.stringify(values.get(name)) === JSON.stringify(value)
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(name, value)))
}
