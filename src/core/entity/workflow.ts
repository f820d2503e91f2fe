import type { CurrentUser, Guard, Id } from '../access/access.ts'
import { matches } from '../query/matches.ts'
import { not, type AnyWhere, type Value } from '../query/where.ts'
import type { Field, Fields } from './field.ts'
import { instant, ref, related } from './fields.ts'

/** The color of a state's tag. */
export type StateTone = 'neutral' | 'primary' | 'attention' | 'done'

/**
 * A named condition on a record, for whoever brought it about: a state, of which a record has one, or a mark, of which it
 * may have any number besides.
 */
export interface WorkflowState<T extends string = string> {
  readonly label: string
  readonly tone?: StateTone
  /** Makes the fields `sent_id` and `sent_at` and the joined `sent_name`, if it is `sent`; a step here fills them. */
  readonly stamp?: T
  /** Who may read its stamp; everyone by default. */
  readonly readableBy?: Guard
  /** The condition, if it is not that the stamp is set. A state with neither is that of every record in no later one. */
  readonly when?: AnyWhere
  /** Values that are the condition, and that a step here sets. */
  readonly is?: Readonly<Record<string, Value>>
  /** Leaves nothing behind: in every other state its stamp and the reason for it are empty. */
  readonly passing?: boolean
  /** The error message of a step that is not possible from here; "This RFI is resolved." by default. */
  readonly refusal?: string
}

/** A question before a step is taken. */
export interface Question<R> {
  /** "Archive this project?" */
  readonly title: string | ((record: R) => string)
  /** What it leads to; null if it need not be asked. */
  readonly message: string | ((record: R) => string | null)
  /** The button; by default the step's label. */
  readonly confirm?: string
  readonly danger?: boolean
}

/** A step that can be taken on several records at once. */
export interface Batch<R> {
  /** As in "3 items closed." */
  readonly past: string
  /** What it leads to for these records; null if it need not be asked. */
  message?(records: readonly R[]): string | null
  /** The warnings that whoever answers has confirmed. */
  readonly confirms?: readonly string[]
}

/** What brings a record from some states to another, or gives or takes a mark; it is an action of the entity. */
export interface WorkflowStep<R, S extends string, M extends string, W extends string> {
  /** The states and marks it is possible in; all of them by default. */
  readonly from?: readonly NoInfer<S | M>[]
  /** The state that it leads to; without one the record keeps its state. */
  readonly to?: NoInfer<S>
  /** Marks that it gives. */
  readonly marks?: NoInfer<M>
  /** Whether it is taken on a record that has its mark, which is given anew. */
  readonly again?: boolean
  /** Marks that it takes. */
  readonly clears?: NoInfer<M>
  /** Later states in which the step counts as already taken, like the state it leads to. */
  readonly taken?: readonly NoInfer<S>[]
  /** The button's label: "Send". */
  readonly label: string
  readonly icon?: string
  /** The message after success: "RFI sent." */
  readonly done: string | ((record: R) => string)
  /** The verb in history: "sent" in "Ana sent this". */
  readonly history?: string
  /** The field of the person whose step it is. Taken by another, history names both: "Ana completed for Ben". */
  readonly for?: string
  /** Whether this is the primary button, or in which of its states it is. */
  readonly primary?: boolean | readonly NoInfer<S>[]
  /** A button although it is not the primary one, such as the other answer to the same question. */
  readonly button?: boolean
  /** Whether it is offered on this record, where it is possible and of no use. */
  offered?(record: R, user: CurrentUser): boolean
  readonly question?: Question<R>
  /** Requires a text that is stored in this field; the message is shown when it is missing. */
  readonly reason?: {
    readonly field: string
    readonly message: string
    readonly label?: string
    readonly title?: string
  }
  /**
   * What else is sent with it. A value is stored in the field of the same name, if there is one. Required fields are asked
   * for before, others when the server's answer names them.
   */
  readonly asks?: Fields
  /** The error message where the step is not possible, instead of the state's. */
  readonly refusal?: string
  /** The step that takes it back, for Undo; without one it cannot be undone. */
  readonly undo?: NoInfer<W>
  readonly batch?: Batch<R>
  /** Whether this user may take the step on this record; by default the action's guard decides. */
  may?(record: R, user: CurrentUser): boolean
}

/**
 * @example
 * workflow: {
 *   states: { open: { label: 'Open' }, completed: { label: 'Completed', stamp: 'completed' } },
 *   steps: { complete: { from: ['open'], to: 'completed', label: 'Complete', done: 'Task completed.', undo: 'reopen' } },
 * }
 */
export interface Workflow<
  R = never,
  S extends string = string,
  W extends string = string,
  T extends string = string,
  M extends string = string,
> {
  /** In order; a record is in the last one whose condition holds. */
  readonly states: Readonly<Record<S, WorkflowState<T>>>
  /** What may be true of a record in any state: shared, locked. */
  readonly marks?: Readonly<Record<M, WorkflowState<T>>>
  readonly steps: Readonly<Record<W, WorkflowStep<R, S, M, W>>>
}
/** A workflow with its types erased on purpose; any name may be looked up. */
export interface AnyWorkflow {
  readonly states: Readonly<Partial<Record<string, WorkflowState>>>
  readonly marks?: Readonly<Partial<Record<string, WorkflowState>>>
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly steps: Readonly<Partial<Record<string, WorkflowStep<any, string, string, string>>>>
}

/** The fields of stamps. */
export type Stamps<T extends string> = { [K in `${T}_id`]: Field<Id | null> } & {
  [K in `${T}_at`]: Field<string | null>
}
export type StampNames<T extends string> = { [K in `${T}_name`]: Field<string | null> }

/** The fields that states and marks add to their entity, and the names that are joined to them. */
export function stampFields({ states, marks }: AnyWorkflow): { fields: Fields; computed: Fields } {
  const fields: Fields = {}
  const computed: Fields = {}
  for (const { stamp, readableBy } of Object.values({ ...states, ...marks }).flatMap((state) => state ?? [])) {
    if (!stamp) continue
    const narrowed = <X>(field: Field<X>) => (readableBy ? field.readableBy(readableBy) : field)
    fields[`${stamp}_id`] = narrowed(ref('user', { onDelete: 'keep' }).optional().readonly())
    fields[`${stamp}_at`] = narrowed(instant().optional().readonly())
    computed[`${stamp}_name`] = narrowed(related<string | null>(`${stamp}_id`, 'name'))
  }
  return { fields, computed }
}

type Stamped = Readonly<Record<string, unknown>>

/** The condition on records in a state, or with a mark, leaving later states aside; undefined for all. */
export const conditionOf = ({ is, when = is, stamp }: WorkflowState): AnyWhere | undefined =>
  when ?? (stamp ? { [`${stamp}_at`]: not(null) } : undefined)

/** Each state's condition and its fields, made once: a list asks for the states of thousands of records. */
const conditions = new WeakMap<WorkflowState, { when: AnyWhere | true; names: readonly string[] }>()

function holds(state: WorkflowState, record: object): boolean {
  let known = conditions.get(state)
  if (!known) {
    const when = conditionOf(state) ?? true
    conditions.set(state, (known = { when, names: Object.keys(when) }))
  }
  const values = record as Stamped
  const isWhole = known.names.every((name) => values[name] !== undefined)
  // What a server leaves out of a record is empty.
  const whole = isWhole ? record : Object.fromEntries(known.names.map((name) => [name, values[name] ?? null]))
  return matches(known.when, whole) === true
}

/** The state a record is in. */
export const stateOf = <S extends string>(
  { states }: { readonly states: Readonly<Partial<Record<S, WorkflowState>>> },
  record: object,
): S =>
  // The keys of an object are those of its type; a record is in its first state at least.
  (Object.keys(states) as S[]).findLast((name) => states[name] && holds(states[name], record)) ?? ('' as S)

/** Whether a record has a mark. */
export const isMarked = <M extends string>(
  { marks }: { readonly marks?: Readonly<Partial<Record<M, WorkflowState>>> },
  mark: NoInfer<M>,
  record: object,
): boolean => {
  const state = marks?.[mark]
  return state !== undefined && holds(state, record)
}

/** Whether a step changes nothing, because the record is where it leads. */
export function isTaken(workflow: AnyWorkflow, action: string, record: object): boolean {
  const { to, taken, marks, clears, again = false } = workflow.steps[action] ?? {}
  const isGiven = marks === undefined || isMarked(workflow, marks, record)
  if (to !== undefined) {
    const state = stateOf(workflow, record)
    return (state === to && isGiven) || !!taken?.includes(state)
  }
  if (marks !== undefined) return isGiven && !again
  return clears !== undefined && !isMarked(workflow, clears, record)
}

/** Whether a record is in a state, or has a mark, that a step starts from. */
export function isPossible(workflow: AnyWorkflow, action: string, record: object): boolean {
  const { from, to } = workflow.steps[action] ?? {}
  const starts =
    !from || from.includes(stateOf(workflow, record)) || from.some((mark) => isMarked(workflow, mark, record))
  // A step from the state it leads to is taken again.
  return starts && (from && to !== undefined ? true : !isTaken(workflow, action, record))
}

/**
 * What a step changes of a record's stamps: a step forward sets that of its target state, a step back clears those of the
 * states it leaves. With the stamp of a mark, or of a state that is passing, the reason for it is cleared too.
 */
export function stampsOf(
  workflow: AnyWorkflow,
  action: string,
  record: object,
  by: { user_id: number; now: string },
): Record<string, unknown> {
  const { states, marks = {}, steps } = workflow
  const step = steps[action]
  const set = ({ stamp, is }: WorkflowState = { label: '' }) => ({
    ...is,
    ...(stamp && { [`${stamp}_id`]: by.user_id, [`${stamp}_at`]: by.now }),
  })
  const cleared = (state?: WorkflowState) =>
    state?.stamp ? { [`${state.stamp}_id`]: null, [`${state.stamp}_at`]: null } : {}
  const unreasoned = (name: string) =>
    Object.fromEntries(
      Object.values(steps).flatMap((one) =>
        one?.reason && (one.to === name || one.marks === name) && one !== step ? [[one.reason.field, null]] : [],
      ),
    )
  const order = Object.keys(states)
  const to = step?.to
  const at = to === undefined ? order.length : order.indexOf(to)
  const forward = at > order.indexOf(stateOf(workflow, record))
  const moved = order.flatMap((name, place): object[] => {
    const state = states[name]
    if (to === undefined) return []
    if (name === to) return [forward || state?.passing ? set(state) : { ...state?.is }]
    if (state?.passing) return [cleared(state), unreasoned(name)]
    return place > at ? [cleared(state)] : []
  })
  return Object.assign(
    {},
    ...moved,
    ...(step?.clears === undefined ? [] : [cleared(marks[step.clears]), unreasoned(step.clears)]),
    ...(step?.marks === undefined ? [] : [set(marks[step.marks])]),
  ) as Record<string, unknown>
}

/** Whether a step is offered to a user on a record now. */
export function isAvailable(
  { workflow }: { readonly workflow: AnyWorkflow | undefined },
  action: string,
  record: object,
  user: CurrentUser,
): boolean {
  const step = workflow?.steps[action]
  if (!workflow || !step || !isPossible(workflow, action, record)) return false
  return (step.may?.(record, user) ?? true) && (step.offered?.(record, user) ?? true)
}

/** The steps that a user may take on a record now, in the workflow's order, for buttons. */
export const stepsFor = (workflow: AnyWorkflow, record: object, user: CurrentUser | null): string[] =>
  user ? Object.keys(workflow.steps).filter((action) => isAvailable({ workflow }, action, record, user)) : []
