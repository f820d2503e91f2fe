import { useState } from 'react'
import type { ActionOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { stateOf, stepsFor } from '#core/entity/workflow.ts'
import { useOutcome } from '../failure/use-outcome.ts'
import { useMay } from '../offered/offered.tsx'
import { useResource, useServices } from '../services/services.tsx'

/** A workflow step, for a button or menu item. */
export interface Step<E extends Entity> {
  readonly action: ActionOf<E>
  readonly label: string
  readonly icon: string | undefined
  /** Whether it is the main step of its state. */
  readonly primary: boolean
  /** The message when the reason that it requires is missing; undefined if it requires none. */
  readonly missing: string | undefined
  /** Resolves with whether it succeeded. */
  take(reason?: string): Promise<boolean>
}

/**
 * The workflow steps that the current user may take on a record. Taking one shows the result in a toast.
 * @useSignals
 * @example const { steps, busy } = useSteps(rfis, rfi)
 */
export function useSteps<E extends Entity>(entity: E, record: RecordOf<E>): { steps: Step<E>[]; busy: boolean } {
  const { session } = useServices()
  const resource = useResource(entity)
  const report = useOutcome()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const user = session.user.value
  const { workflow } = entity
  if (!workflow) throw new Error(`"${entity.name}" has no workflow.`)
  async function take(action: ActionOf<E>, done: string, reason?: string): Promise<boolean> {
    setBusy(true)
    const result = await resource.act(record.id, action, reason === undefined ? {} : { reason })
    setBusy(false)
    return report(result, done)
  }
  const steps = stepsFor(workflow, record, user).flatMap((name) => {
    const step = workflow.steps[name]
    // The names of steps are actions of the entity.
    const action = name as ActionOf<E>
    return step && may(entity, name)
      ? [
          {
            action,
            label: step.label,
            icon: step.icon,
            primary: Array.isArray(step.primary) ? step.primary.includes(stateOf(workflow, record)) : !!step.primary,
            missing: step.reason?.message,
            take: (reason?: string) =>
              take(action, typeof step.done === 'function' ? step.done(record) : step.done, reason),
          },
        ]
      : []
  })
  return { steps, busy }
}
