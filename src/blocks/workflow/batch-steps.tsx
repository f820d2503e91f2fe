import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { SelectionButton } from '../batch/selection-bar.tsx'
import { useServices } from '../services/services.tsx'
import { batchSteps, useBatchSteps } from './use-batch-steps.tsx'

/** The steps that can be taken on the selected records at once, for a `SelectionBar`. @useSignals */
export const BatchSteps = <E extends Entity>({
  entity,
  records,
  onTaken,
}: {
  entity: E
  records: readonly RecordOf<E>[]
  /** Gets the records that a step was not taken on, to stay selected. */
  onTaken: (left: readonly RecordOf<E>[]) => void
}) => {
  const { session } = useServices()
  const { begin, may, busy, asked } = useBatchSteps(entity, onTaken)
  return (
    <>
      {batchSteps(entity, records, session.user.value).map(
        ({ action, label, icon }) =>
          may(action) && (
            <SelectionButton key={action} icon={icon} loading={busy} onClick={() => begin(action, records)}>
              {label}
            </SelectionButton>
          ),
      )}
      {asked}
    </>
  )
}
