import { stampsOf, stateOf } from '../../core/entity/patterns.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Context } from '../context/context.ts'
import { invalid, Refusal } from '../http/errors.ts'
import type { Row } from '../db/rows.ts'

const MOST_REASON = 500

/**
 * Takes a workflow step, enforcing who may take it, from which states, and with which reason. If someone else has
 * already taken the step, that is not an error.
 * @returns the record to save, or null when there is nothing left to do
 * @throws Refusal 403, or 422 when the state does not allow it or a required reason is missing
 */
export function takeStep(
  ctx: Context,
  { workflow, display }: Entity,
  action: string,
  record: Row,
  body: unknown,
): Row | null {
  const step = workflow?.steps[action]
  if (!workflow || !step) return record
  if (step.may && !step.may(record, ctx.user)) throw new Refusal(403)
  const state = stateOf(workflow, record)
  if (!step.from.includes(state)) {
    if (state === step.to || step.taken?.includes(state)) return null
    const { label = state, refusal } = workflow.states[state] ?? {}
    throw new Refusal(422, step.refusal ?? refusal ?? `This ${display.noun} is ${label.toLowerCase()}.`, {})
  }
  const stamps = stampsOf(workflow, action, record, { user_id: ctx.user.id, now: ctx.now })
  return { ...record, ...stamps, ...(step.reason && { [step.reason.field]: reasonIn(body, step.reason.message) }) }
}

function reasonIn(body: unknown, missing: string): string {
  const reason = isObject(body) && typeof body.reason === 'string' ? body.reason.trim().slice(0, MOST_REASON) : ''
  if (!reason) throw invalid({ reason: [missing] })
  return reason
}
