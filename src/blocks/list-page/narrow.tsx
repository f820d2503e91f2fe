import { lazy, useState, type ComponentProps, type ComponentType } from 'react'
import type { Entity } from '#core/entity/entity.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/tag/tag.tsx'
import { Optional } from '../slot-outlet/optional.tsx'
import type { List } from './list.ts'

const load = () => import('./narrow-popover.tsx')
const NarrowPopover = lazy(load)

export interface FilterInputProps {
  /** Empty for no filter. */
  value: string
  onChange: (value: string) => void
}

/**
 * A further filter of a list, by the name of its query parameter. Label and input follow from the field it stands for,
 * unless they are given.
 */
export type Narrowing = string | { name: string; label?: string; input?: ComponentType<FilterInputProps> }

export interface NarrowProps<R> {
  entity: Entity
  list: List<R>
  narrow: readonly Narrowing[]
}

/**
 * Further filters in a popover, whose script is fetched when it is first opened. Its button shows how many are set.
 * @useSignals
 */
export const Narrow = <R,>(props: NarrowProps<R>) => {
  const { list, narrow } = props
  const [wanted, setWanted] = useState(false)
  const { filters } = list.state.value
  const set = narrow.filter((one) => filters[typeof one === 'string' ? one : one.name]).length
  const button = (
    <Trigger set={set} aria-haspopup="dialog" onClick={() => setWanted(true)} onPointerEnter={() => void load()} />
  )
  if (!wanted) return button
  return (
    <Optional fallback={button}>
      <NarrowPopover {...props} set={set} trigger={<Trigger set={set} />} />
    </Optional>
  )
}

const Trigger = ({ set, ...props }: { set: number } & ComponentProps<'button'>) => (
  <Button {...props} variant="outline" icon="list-filter">
    Filters {set > 0 && <Badge count={set} tone="primary" />}
  </Button>
)
