import type { ReactNode } from 'react'
import type { ActionOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { isMarked } from '#core/entity/workflow.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { flowOf, useSteps } from './use-steps.tsx'

/**
 * A switch for a mark of a record, which its steps give and take.
 * @useSignals
 * @example <MarkSwitch entity={crates} record={crate} mark="watched" on="watch" off="unwatch">Watched</MarkSwitch>
 */
export const MarkSwitch = <E extends Entity>({
  entity,
  record,
  mark,
  on,
  off,
  children,
}: {
  entity: E
  record: RecordOf<E>
  mark: string
  on: ActionOf<E>
  off: ActionOf<E>
  children: ReactNode
}) => {
  const { steps, busy, asked } = useSteps(entity, record)
  const step = steps.find(({ action }) => action === on || action === off)
  return (
    <>
      <Switch value={isMarked(flowOf(entity), mark, record)} disabled={busy || !step} onChange={() => step?.take()}>
        {children}
      </Switch>
      {asked}
    </>
  )
}
