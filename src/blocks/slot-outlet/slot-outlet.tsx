import type { Lazy } from '#core/module/define-module.ts'
import type { Slot } from '#core/module/slot.ts'
import { Optional } from './optional.tsx'
import { lazyComponent } from './lazy-component.ts'
import { useContext } from 'react'
import { ParentContext, useServices } from '../services/services.tsx'

/** Renders the components that modules put into a slot, each loaded separately and only if its guard allows. */
export const SlotOutlet = <P extends object>({ slot, props }: { slot: Slot<Lazy<P>>; props: NoInfer<P> }) => {
  const { registry, session } = useServices()
  const parents = useContext(ParentContext)
  return registry.filled(slot, session.user.value, parents).map((load, at) => {
    const Part = lazyComponent(load)
    return (
      <Optional key={at}>
        <Part {...props} />
      </Optional>
    )
  })
}
