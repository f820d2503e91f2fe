import type { CurrentUser } from '../access/access.ts'

/** How a record is presented to users everywhere: in history, pickers, toasts, the outbox, mail and PDF headings. */
export interface DisplaySpec<R> {
  /** Singular and plural noun: "RFI", "RFIs". */
  noun?: string
  plural?: string
  /** A name of the icon set. */
  icon?: string
  /** A short title for the record. */
  title?(record: R): string
  /** A second line. */
  subtitle?(record: R): string
  /** The record's page; null if it has none. */
  href?(record: R): string | null
}
// The record type is erased here on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
export type Display = Required<DisplaySpec<any>>

/** A count of an entity's records per parent, which is included in the parent and kept up to date live. */
export interface Count {
  /** The field with the parent's id. */
  readonly of: string
  /** Which records count, by stored values; null matches empty ones. */
  readonly where: Readonly<Record<string, string | number | boolean | null>>
  /** The noun for one and for many: "open RFI", "open RFIs". */
  readonly labels: readonly [one: string, many: string]
}

/**
 * Declares a count of these records that is shown on a parent; it includes only records that the reader may see.
 * @example counts: { 'project.open_rfis': countOf('project_id', { resolved_at: null }, ['open RFI', 'open RFIs']) }
 */
export const countOf = (of: string, where: Count['where'], labels: Count['labels']): Count =>
  Object.freeze({ of, where, labels })

/** When a record is read-only, together with the entities that declare `whileActive` on it. */
export interface Activity {
  /** The record is inactive while this field is set. */
  readonly until: string
  /** The error message in that case: "This project is archived." */
  readonly message: string
  /** Actions on the inactive record itself that are possible all the same, such as reopening it. */
  readonly except?: readonly string[]
}

/** What an action makes of a record: the fields that it changes. */
export type Effect<R> = (
  record: R,
  body: Readonly<Record<string, unknown>>,
  by: { readonly user_id: number; readonly now: string },
) => Partial<R>
// The record type is erased here on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEffect = Effect<any>

/** A state of a workflow. All but the first have a stamp: `sent` for the fields `sent_id` and `sent_at`. */
export interface WorkflowState {
  readonly label: string
  readonly stamp?: string
  /** The error message of a step that is not possible from here; "This RFI is resolved." by default. */
  readonly refusal?: string
}

/** A transition from some states to another; it is an action of the entity. */
export interface WorkflowStep<R, S extends string> {
  readonly from: readonly NoInfer<S>[]
  readonly to: NoInfer<S>
  /** Later states in which the step counts as already taken, like the state it leads to. */
  readonly taken?: readonly NoInfer<S>[]
  /** The button's label: "Send". */
  readonly label: string
  readonly icon?: string
  /** The message after success: "RFI sent." */
  readonly done: string
  /** The verb in history: "sent" in "Ana sent this"; `by` is who took the step. */
  readonly history?: string | ((record: R, by: number | null) => string)
  /** Whether this is the primary button, or in which of its states it is. */
  readonly primary?: boolean | readonly NoInfer<S>[]
  /** Requires a text that is stored in this field; the message is shown when it is missing. */
  readonly reason?: { readonly field: string; readonly message: string }
  /** The error message where the step is not possible, instead of the state's. */
  readonly refusal?: string
  /** The step that takes it back, for Undo; without one it cannot be undone. */
  readonly undo?: string
  /** Whether this user may take the step on this record; by default the action's guard decides. */
  may?(record: R, user: CurrentUser): boolean
}

export interface Workflow<R = never, S extends string = string, A extends string = string> {
  /** In order; a record is in the last state whose stamp is set. */
  readonly states: Readonly<Record<S, WorkflowState>>
  readonly steps: Readonly<Partial<Record<A, WorkflowStep<R, S>>>>
}
// The record type is erased here on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyWorkflow = Workflow<any>

type Stamped = Readonly<Record<string, unknown>>

/** The state a record is in. */
export function stateOf({ states }: AnyWorkflow, record: object): string {
  const stamps = record as Stamped
  const reached = Object.entries(states).filter(([, { stamp }]) => !stamp || (stamps[`${stamp}_at`] ?? null) !== null)
  return reached.at(-1)?.[0] ?? ''
}

/**
 * The stamps that a step changes: a step forward sets the stamp of its target state, a step back clears the stamps of
 * the states it leaves.
 */
export function stampsOf(
  { states, steps }: AnyWorkflow,
  action: string,
  record: object,
  by: { user_id: number; now: string },
): Record<string, unknown> {
  const order = Object.keys(states)
  const to = steps[action]?.to ?? ''
  const forward = order.indexOf(to) > order.indexOf(stateOf({ states, steps }, record))
  return Object.fromEntries(
    Object.entries(states).flatMap(([name, { stamp }]): [string, unknown][] => {
      if (!stamp) return []
      if (forward && name === to)
        return [
          [`${stamp}_id`, by.user_id],
          [`${stamp}_at`, by.now],
        ]
      if (order.indexOf(name) <= order.indexOf(to)) return []
      return [
        [`${stamp}_id`, null],
        [`${stamp}_at`, null],
      ]
    }),
  )
}

/** The steps that a user may take on a record now, in the workflow's order, for buttons. */
export const stepsFor = (workflow: AnyWorkflow, record: object, user: CurrentUser | null): string[] =>
  Object.entries(workflow.steps).flatMap(([action, step]) =>
    user && step?.from.includes(stateOf(workflow, record)) && (step.may?.(record, user) ?? true) ? [action] : [],
  )
