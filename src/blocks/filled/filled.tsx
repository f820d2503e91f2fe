import { Suspense, lazy, type ComponentType } from 'react'
import type { Lazy } from '#core/module/define-module.ts'
import type { Slot } from '#core/module/slot.ts'
import { useServices } from '../services/services.tsx'

// A component takes the props of its slot, which only `Filled` puts together with it.
const parts = new Map<Lazy<never>, ComponentType<object>>()
function partOf<P extends object>(load: Lazy<P>): ComponentType<P> {
  const known = parts.get(load as Lazy<never>)
  if (known) return known as ComponentType<P>
  const made = lazy(load)
  parts.set(load as Lazy<never>, made as unknown as ComponentType<object>)
  return made as unknown as ComponentType<P>
}

/** What modules put into a slot, each loaded for itself and only for whom its guard lets in. */
export const Filled = <P extends object>({ slot, props }: { slot: Slot<Lazy<P>>; props: P }) => {
  const { registry, session } = useServices()
  return registry.filled(slot, session.user.value).map((load, at) => {
    const Part = partOf(load)
    return (
      <Suspense key={at}>
        <Part {...props} />
      </Suspense>
    )
  })
}
