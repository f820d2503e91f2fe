import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Assignment, scheduleEvents } from '../../entities.ts'

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

/** One assignment before and after a change. */
export interface Step {
  /** The assignment; null for one that is made by this step. */
  readonly id: Id | null
  readonly before: Plan | null
  readonly after: Plan
}

/** What is saved of steps: what each changes and nothing else, so that what another planner changed meanwhile stays. */
export const draftsOf = (steps: readonly Step[]): Draft[] =>
  steps.map(({ id, before, after }) =>
    id === null ? { kind: 'assignment', ...after } : { id, ...changedIn(before, after) },
  )

function changedIn(before: Plan | null, after: Plan): Draft {
  const values = new Map<string, unknown>(Object.entries(before ?? {}))
  const same = (name: string, value: unknown) => JSON.stringify(values.get(name)) === JSON.stringify(value)
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(name, value)))
}
