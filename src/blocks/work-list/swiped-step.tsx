import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { TableSwipe } from '#ui/table/use-touch.ts'
import { useMay } from '../offered/offered.tsx'
import { useServices } from '../services/services.tsx'
import { mainStep, useSteps } from '../workflow/use-steps.tsx'

/** What a swipe to the right does with the rows of a list: the main step of the record's state. Render `taken`. */
export function useSwipe<E extends Entity>(entity: E): { swipe: TableSwipe | undefined; taken: ReactNode } {
  const { store, session } = useServices()
  const may = useMay()
  const [swiped, setSwiped] = useState<{ record: RecordOf<E> } | null>(null)
  const recordOf = (row: string | number) => store.of(entity).peek(Number(row) as Id)
  if (!entity.workflow) return { swipe: undefined, taken: null }
  return {
    swipe: {
      labelOf(row) {
        const record = recordOf(row)
        const name = record && mainStep(entity, record, session.user.peek(), may)
        return name === undefined ? undefined : entity.workflow?.steps[name]?.label
      },
      take(row) {
        const record = recordOf(row)
        setSwiped(record ? { record } : null)
      },
    },
    taken: swiped && <Taken key={`${swiped.record.id} ${swiped.record.updated_at}`} entity={entity} {...swiped} />,
  }
}

/** Takes the step once, and asks what it asks. @useSignals */
const Taken = <E extends Entity>({ entity, record }: { entity: E; record: RecordOf<E> }) => {
  const { session } = useServices()
  const may = useMay()
  const { steps, asked } = useSteps(entity, record)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const name = mainStep(entity, record, session.user.peek(), may)
    steps.find(({ action }) => action === name)?.take()
  })
  return asked
}
