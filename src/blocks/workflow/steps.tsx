import type { ReactNode } from 'react'
import type { ActionOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { useSteps, type Asking } from './use-steps.tsx'

export interface StepsProps<E extends Entity> {
  readonly entity: E
  readonly record: RecordOf<E>
  readonly items?: readonly MenuItem[]
  /** Steps that the page offers elsewhere. */
  readonly without?: readonly ActionOf<E>[]
  /** What a step's question says besides, by its name. */
  readonly about?: Partial<Record<ActionOf<E>, string>>
  /** How what a step asks for is asked, by its name. */
  readonly asks?: Partial<Record<ActionOf<E>, Asking>>
  readonly compact?: boolean
  /** What is shown where there is no step to take. */
  readonly otherwise?: ReactNode
}

/**
 * The workflow steps that the user may take on a record: the main one and its alternatives as buttons, the others and further
 * items in a menu. What a step has to ask it asks. In a row (`compact`) they are small, and there is no menu. @useSignals
 */
export const Steps = <E extends Entity>({
  entity,
  record,
  items = [],
  without = [],
  about,
  asks,
  compact = false,
  otherwise,
}: StepsProps<E>) => {
  const { steps: all, busy, asked } = useSteps(entity, record, { ...(about && { about }), ...(asks && { asks }) })
  const steps = all.filter(({ action }) => !without.includes(action))
  const main = steps.find(({ primary }) => primary)
  const buttons = [...steps.filter((step) => step.button && step !== main), ...(main ? [main] : [])]
  const others = steps
    .filter((step) => !buttons.includes(step))
    .map(({ label, icon = 'circle', danger, take }) => ({ label, icon, danger, onSelect: take }))
  return (
    <>
      {buttons.map(({ action, label, icon, primary, take }) => (
        <Button
          key={action}
          {...((!primary || compact) && { variant: 'outline' })}
          {...(compact && { size: 'sm' })}
          {...((!compact || primary) && { icon: icon ?? 'circle' })}
          loading={busy && primary}
          disabled={busy && !primary}
          onClick={take}
        >
          {label}
        </Button>
      ))}
      {!compact && others.length + items.length > 0 && (
        <Menu
          label="More"
          trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
          items={[...others, ...items]}
        />
      )}
      {!buttons.length && otherwise}
      {asked}
    </>
  )
}
