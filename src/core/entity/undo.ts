import type { Id } from '../access/access.ts'
import type { Entity } from './entity.ts'

/** How long a change can be undone (rule undo). */
export const UNDO_HOURS = 24

/** What an undo left as it is, and why: a record, or one field of it, that somebody has changed since (`by`). */
export interface Left {
  readonly entity: string
  readonly id: Id
  /** The record as people know it. */
  readonly title: string
  readonly field: string | null
  readonly by: Id | null
  readonly why: string
}

/** A request of the last day that changed records of an entity (rule undo). */
export interface LastChange {
  change_id: string
  /** Null for changes made by the server itself. */
  user_id: Id | null
  /** What was asked for: `create`, `edit`, `delete`, or an action. */
  verb: string
  created_at: string
  /** How many records it changed, and the title of one alone that is still there. */
  count: number
  title: string | null
  /** The change that it took back, and whether it was taken back itself. */
  undoes: string | null
  undone: boolean
}

/**
 * What Undo does of an action or verb: takes another action, nothing (`false`), or gives the fields their values back
 * (undefined).
 */
export function undoOf(
  { undo, workflow }: Pick<Entity, 'undo' | 'workflow'>,
  action: string,
): string | false | undefined {
  const step = workflow?.steps[action]
  if (undo === false) return false
  return undo[action] ?? (step ? (step.undo ?? false) : undefined)
}

/** By what history calls it, the verb that a description knows; a step or action goes by its own name in both. */
const verbs: Readonly<Record<string, string>> = {
  created: 'create',
  restored: 'create',
  updated: 'edit',
  undone: 'edit',
  deleted: 'delete',
}
export const verbOf = (action: string): string => verbs[action] ?? action
