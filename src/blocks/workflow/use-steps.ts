import { useState } from 'react'
import { guardOf, type ActionOf, type Entity, type RecordOf } from '#core/entity/entity.ts'
import { stepsFor } from '#core/entity/patterns.ts'
import { toast } from '#ui/toast/toast.tsx'
import { toastFailure } from '../failure/toast-failure.ts'
import { useResource, useServices } from '../services/services.tsx'

/** A step of a record's workflow, as a button or menu item shows it. */
export interface Step<E extends Entity> {
  readonly action: ActionOf<E>
  readonly label: string
  readonly icon: string | undefined
  /** Stands out among the steps of its state. */
  readonly primary: boolean
  take(): void
}

/**
 * The steps that whoever is signed in may take on a record now, by its description; taking one says so when it is done.
 * @useSignals
 * @example const { steps, busy } = useSteps(rfis, rfi)
 */
export function useSteps<E extends Entity>(entity: E, record: RecordOf<E>): { steps: Step<E>[]; busy: boolean } {
  const { session } = useServices()
  const resource = useResource(entity)
  const [busy, setBusy] = useState(false)
  const user = session.user.value
  const { workflow } = entity
  if (!workflow) throw new Error(`"${entity.name}" has no workflow.`)
  async function take(action: ActionOf<E>, done: string) {
    setBusy(true)
    const result = await resource.act(record.id, action)
    setBusy(false)
    if (result.ok) toast.success(done)
    else toastFailure(result)
  }
  const steps = stepsFor(workflow, record, user).flatMap((name) => {
    const step = workflow.steps[name]
    // A step's name is an action of its entity.
    const action = name as ActionOf<E>
    return step && guardOf(entity, name)(user)
      ? [
          {
            action,
            label: step.label,
            icon: step.icon,
            primary: step.primary ?? false,
            take: () => void take(action, step.done),
          },
        ]
      : []
  })
  return { steps, busy }
}
