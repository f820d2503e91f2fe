import { Suspense, lazy, type ComponentType } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Lazy } from '#core/module/define-module.ts'
import type { Slot } from '#core/module/slot.ts'

type Load = Lazy<Record<never, never>>
const parts = new Map<Load, ComponentType>()
const partOf = (load: Load): ComponentType => {
  const known = parts.get(load)
  if (known) return known
  const made = lazy(load)
  parts.set(load, made)
  return made
}

/** What modules put into a slot of the shell, each loaded for itself and only for whom its guard lets in. */
export const Parts = ({ slot }: { slot: Slot<Load> }) => {
  const { registry, session } = useServices()
  return (
    <Suspense>
      {registry.filled(slot, session.user.value).map((load, at) => {
        const Part = partOf(load)
        return <Part key={at} />
      })}
    </Suspense>
  )
}
