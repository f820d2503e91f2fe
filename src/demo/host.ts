import { every } from '#core/access/access.ts'
import { topBarEnd } from '#blocks/slots.ts'
import { defineModule, type Module } from '#core/module/define-module.ts'

export { place } from './place.ts'

/** Says in the top bar that this is the demo, and whose eyes one sees it with. */
export const modules: Readonly<Record<string, Module>> = {
  demo: defineModule({ fills: [topBarEnd(() => import('./who.tsx'), { guard: every() })] }),
}
