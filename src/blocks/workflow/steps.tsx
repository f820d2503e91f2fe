import { useState } from 'react'
import type { ActionOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useSteps, type Step } from './use-steps.ts'

/**
 * The workflow steps that the user may take on a record: the main one as a button, the others and further items in a
 * menu. A step that requires a reason asks for it. @useSignals
 */
export const Steps = <E extends Entity>({
  entity,
  record,
  items = [],
  without = [],
}: {
  entity: E
  record: RecordOf<E>
  items?: readonly MenuItem[]
  /** Steps that the page offers elsewhere. */
  without?: readonly ActionOf<E>[]
}) => {
  const { steps: all, busy } = useSteps(entity, record)
  const steps = all.filter(({ action }) => !without.includes(action))
  const [asking, setAsking] = useState<Step<E> | null>(null)
  const take = (step: Step<E>) => (step.missing === undefined ? void step.take() : setAsking(step))
  const main = steps.find(({ primary }) => primary)
  const others = steps
    .filter((step) => step !== main)
    .map((step) => ({ label: step.label, icon: step.icon ?? 'circle', onSelect: () => take(step) }))
  return (
    <>
      {main && (
        <Button icon={main.icon ?? 'circle'} loading={busy} onClick={() => take(main)}>
          {main.label}
        </Button>
      )}
      {others.length + items.length > 0 && (
        <Menu
          label="More"
          trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
          items={[...others, ...items]}
        />
      )}
      {asking && (
        <ReasonDialog
          place={[entity.name, record.id, asking.action]}
          title={asking.label}
          label="Reason"
          missing={asking.missing ?? ''}
          loading={busy}
          onReason={async (reason) => {
            const isTaken = await asking.take(reason)
            if (isTaken) setAsking(null)
            return isTaken
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
