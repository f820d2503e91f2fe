import type { CurrentUser, Id } from '../access/access.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import { parse } from './parse.ts'
import { invalid, notNow, type Denial } from './rules.ts'
import { inState } from './wording.ts'
import { isPossible, isTaken, stampsOf, stateOf } from './workflow.ts'

type Values = Readonly<Record<string, unknown>>

const MOST_REASON = 500

interface By {
  readonly user_id: Id
  readonly now: string
}

/**
 * What an action makes of a record as its description says, whether or not it is possible: the stamps and the reason of its
 * workflow's step, and its declared effect.
 */
export function taken<R extends object>(
  { workflow, effects, fields }: Pick<Entity, 'workflow' | 'effects' | 'fields'>,
  action: string,
  record: R,
  body: Values,
  by: By,
): R {
  const step = workflow?.steps[action]
  const stamps = workflow && step && stampsOf(workflow, action, record, by)
  const reason = step?.reason && { [step.reason.field]: reasonIn(body) || null }
  const asked = askedFor(step?.asks, body)
  const stored = Object.fromEntries(Object.entries(asked).filter(([name]) => Object.hasOwn(fields, name)))
  const effect: Partial<R> | undefined = effects[action]?.(record, { ...body, ...asked }, by)
  return Object.assign({}, record, stamps, reason, stored, effect)
}

/** What is sent of what a step asks for, in the form in which it is stored. */
export const askedFor = (asks: Fields = {}, body: Values): Values => parse(asks, body, { partial: true }).values

/** A taken action; `null` when someone else has taken the same step already. */
export type Stepped<R> = { readonly record: R | null } | { readonly denial: Denial }

/** Takes an action if its workflow permits: who may take the step, from which states, and with which reason. */
export function stepped<R extends object>(
  entity: Pick<Entity, 'workflow' | 'display' | 'effects' | 'fields'>,
  action: string,
  record: R,
  body: Values,
  { user, now }: { readonly user: CurrentUser; readonly now: string },
): Stepped<R> {
  const { workflow } = entity
  const step = workflow?.steps[action]
  if (workflow && step) {
    if (step.may && !step.may(record, user)) return { denial: { status: 403 } }
    if (!isPossible(workflow, action, record)) {
      if (isTaken(workflow, action, record)) return { record: null }
      const state = stateOf(workflow, record)
      const { label = state, refusal } = workflow.states[state] ?? {}
      return { denial: notNow(step.refusal ?? refusal ?? inState(entity, label)) }
    }
    if (step.reason && !reasonIn(body)) return { denial: invalid({ reason: [step.reason.message] }) }
    const { errors } = parse(step.asks ?? {}, body, { partial: false })
    if (Object.keys(errors).length) return { denial: invalid(errors) }
  }
  return { record: taken(entity, action, record, body, { user_id: user.id, now }) }
}

const reasonIn = ({ reason }: Values): string => (typeof reason === 'string' ? reason.trim().slice(0, MOST_REASON) : '')
