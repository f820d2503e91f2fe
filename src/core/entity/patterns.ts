import type { CurrentUser } from '../access/access.ts'

/** How people read a record, wherever it stands: history, pickers, toasts, outbox, mail, headings of PDFs. */
export interface DisplaySpec<R> {
  /** What one is called, and several: "RFI", "RFIs". */
  noun?: string
  plural?: string
  /** A name of the icon set. */
  icon?: string
  /** The record in a few words. */
  title?(record: R): string
  /** A second line. */
  subtitle?(record: R): string
  /** Where it can be opened; null where it has no page of its own. */
  href?(record: R): string | null
}
// The marked seam: a record of any entity.
// oxlint-disable-next-line typescript/no-explicit-any
export type Display = Required<DisplaySpec<any>>

/** How many of an entity's records name one parent: a contribution to the parent's counts, kept live. */
export interface Count {
  /** The field with the parent's id. */
  readonly of: string
  /** Which records count, by stored values; null is empty. */
  readonly where: Readonly<Record<string, string | number | boolean | null>>
  /** What is counted, for one and for several: "open RFI", "open RFIs". */
  readonly words: readonly [one: string, many: string]
}

/**
 * Declares a count that a parent shows of these records, for those its reader may see.
 * @example counts: { open_rfis: countOf('project_id', { resolved_at: null }, ['open RFI', 'open RFIs']) }
 */
export const countOf = (of: string, where: Count['where'], words: Count['words']): Count =>
  Object.freeze({ of, where, words })

/** When a record, and what declares `whileActive` on it, may not be changed. */
export interface Activity {
  /** The record is inactive while this field is set. */
  readonly until: string
  /** Why nothing can be changed then: "This project is archived." */
  readonly message: string
}

/** One state of a workflow. All but the first have a stamp: `sent` for the pair `sent_id` and `sent_at`. */
export interface WorkflowState {
  readonly label: string
  readonly stamp?: string
}

/** A step from some states to another; it is an action of the entity. */
export interface WorkflowStep<R, S extends string> {
  readonly from: readonly S[]
  readonly to: S
  /** On its button: "Send". */
  readonly label: string
  readonly icon?: string
  /** Told when it is done: "RFI sent." */
  readonly done: string
  /** In the history: "sent" in "Ana sent this". */
  readonly history?: string
  /** The button that stands out among the steps of a state. */
  readonly primary?: boolean
  /** Asks for a text, kept in this field; the message says that it is missing. */
  readonly reason?: { readonly field: string; readonly message: string }
  /** Whether this user may take it on this record; without it, whoever the action's guard lets. */
  may?(record: R, user: CurrentUser): boolean
}

export interface Workflow<R = never, S extends string = string, A extends string = string> {
  /** In order; a record is in the last one whose stamp is set. */
  readonly states: Readonly<Record<S, WorkflowState>>
  readonly steps: Readonly<Partial<Record<A, WorkflowStep<R, S>>>>
}
// The marked seam: a workflow of any entity's records.
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
 * What a step changes of a record's stamps: going forward it sets that of the state it leads to, going back it clears
 * those of the states it leaves.
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

/** The steps a person may take on a record now, in the workflow's order, for buttons. */
export const stepsFor = (workflow: AnyWorkflow, record: object, user: CurrentUser | null): string[] =>
  Object.entries(workflow.steps).flatMap(([action, step]) =>
    user && step?.from.includes(stateOf(workflow, record)) && (step.may?.(record, user) ?? true) ? [action] : [],
  )
