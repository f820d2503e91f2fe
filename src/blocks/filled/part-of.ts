import { lazy, type ComponentType } from 'react'
import type { Lazy } from '#core/module/define-module.ts'

// One map for components of all props: what is found under a loader was made from that very loader.
const parts = new WeakMap<object, unknown>()

/** One lazy component for each loader, so that coming back to a screen or a part does not load it again. */
export function partOf<P>(load: Lazy<P>): ComponentType<P> {
  const known = parts.get(load) as ComponentType<P> | undefined
  if (known) return known
  const made: ComponentType<P> = lazy<ComponentType<P>>(load)
  parts.set(load, made)
  return made
}
