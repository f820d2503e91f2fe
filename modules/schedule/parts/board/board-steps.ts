import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Result } from '#core/resource/result.ts'
import type { Assignment, ScheduleEvent, scheduleEvents } from '../../entities.ts'

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
  /** The assignment; null for one that is made by this step. */
  readonly id: Id | null
  readonly before: Plan | null
  readonly after: Plan | null
  /** Whether people were told of it, so that its removal is a draft. */
  readonly published: boolean
}

export interface StepDeps {
  saveMany(drafts: readonly Draft[]): Promise<Result<ScheduleEvent[]>>
  discard(ids: readonly Id[]): Promise<Result<ScheduleEvent[]>>
  /** Makes one undo of what these results changed. */
  join(results: readonly Result<unknown>[]): void
}

/** Takes steps on the board at once. @returns whether they succeeded */
export async function takeSteps({ saveMany, discard, join }: StepDeps, steps: readonly Step[]): Promise<boolean> {
  const drafts: Draft[] = []
  const gone: Id[] = []
  for (const { id, before, after, published } of steps) {
    if (after) drafts.push(id === null ? { kind: 'assignment', ...after } : { id, ...changedIn(before, after) })
    else if (id !== null && published) drafts.push({ id, removed: true })
    else if (id !== null) gone.push(id)
  }
  const results: Result<unknown>[] = []
  if (drafts.length) results.push(await saveMany(drafts))
  if (gone.length && results.every(({ ok }) => ok)) results.push(await discard(gone))
  join(results)
  return results.length > 0 && results.every(({ ok }) => ok)
}

/** What a step changes and nothing else, so that what another planner changed meanwhile stays. */
function changedIn(before: Plan | null, after: Plan): Draft {
  const values = new Map<string, unknown>(Object.entries(before ?? {}))
  const same = (name: string, value: unknown) => JSON.stringify(values.get(name)) === JSON.stringify(value)
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(name, value)))
}
