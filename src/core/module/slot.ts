import type { Guard } from '../access/access.ts'

/** An extension point of a module or the shell. Its owner exports it, and other modules import it to fill it. */
export interface Slot<T> {
  readonly slot: string
  /** Types only; there is no value at runtime. */
  readonly $type?: (value: T) => T
}

export interface SlotFill {
  readonly slot: string
  readonly value: unknown
  readonly guard?: Guard
  readonly order: number
}

/**
 * Creates an extension point that other modules may fill with values of one type.
 * @example export const projectTabs = slot<Tab<typeof projects>>('project tabs')
 */
export const slot = <T>(name: string): Slot<T> => Object.freeze({ slot: name })

/**
 * Puts a value into a slot, for a module's `fills`.
 * @example fills: [into(projectTabs, { to: 'rfis', label: 'RFIs', screen: () => import('./screens/rfis-tab.tsx') })]
 */
export const into = <T>(
  { slot }: Slot<T>,
  value: NoInfer<T>,
  { guard, order = 0 }: { guard?: Guard; order?: number } = {},
): SlotFill => ({ slot, value, order, ...(guard && { guard }) })
