import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { stateOf } from '#core/entity/workflow.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { flowOf } from './use-steps.tsx'

/** The state a record is in, in its color. */
export const StateTag = <E extends Entity>({
  entity,
  record,
  small,
}: {
  entity: E
  record: RecordOf<E>
  small?: boolean
}) => {
  const workflow = flowOf(entity)
  const { label, tone } = workflow.states[stateOf(workflow, record)] ?? {}
  return (
    <Tag {...(tone && { tone })} {...(small && { small })}>
      {label}
    </Tag>
  )
}
