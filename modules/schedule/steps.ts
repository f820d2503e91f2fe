import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import type { Kind } from './kinds.ts'
import type { Told } from './told.ts'

/** What is done to many assignments at once, each shown before it is done. */
export const bigSteps = ['copy_week', 'shift', 'clear', 'discard', 'publish'] as const
export type BigStep = (typeof bigSteps)[number]

/**
 * A day of a person that a step touches. `same` is planned so already and skipped, `conflict` is left out, `back` returns
 * to what was published.
 */
export interface StepDay {
  readonly date: Day
  readonly is: 'new' | 'moved' | 'changed' | 'gone' | 'back' | 'same' | 'conflict'
  /** With a conflict, the project that the person is on already; null for time off, nothing for who cannot be scheduled. */
  readonly on?: Id | null
}

/** What a step does with one assignment or phase. */
export interface StepLine {
  /** The event it begins with, by which it is chosen. */
  readonly id: Id
  readonly kind: Kind
  readonly project_id: Id | null
  readonly user_id: Id | null
  readonly phase_id: Id | null
  readonly lead: boolean
  readonly start_time: string | null
  /** Who drafted it last; null where that is not known, as of drafts of earlier versions. */
  readonly drafted_id: Id | null
  /** What was published and what will be, where the step is about that. */
  readonly was: Told | null
  readonly now: Told | null
  /** First and last day. */
  readonly from: Day | null
  readonly to: Day | null
  readonly days: readonly StepDay[]
}

/** Days on which something is done, not left as it is. */
export const isDone = ({ is }: StepDay): boolean => is !== 'same' && is !== 'conflict'

/**
 * Whether a draft is listed among one's own: also what nobody is known to have drafted, as in earlier versions, since
 * nobody else would find it among theirs.
 */
export const isOwnDraft = ({ drafted_id }: Pick<StepLine, 'drafted_id'>, me: Id | undefined): boolean =>
  drafted_id === me || drafted_id === null

/** Whether a line is ticked to begin with: discarding leaves phases, and what may be somebody else's, unless it is ticked. */
export const beginsTicked = (step: BigStep, { kind, drafted_id }: Pick<StepLine, 'kind' | 'drafted_id'>): boolean =>
  step !== 'discard' || (kind !== 'phase' && drafted_id !== null)
