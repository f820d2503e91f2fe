import type { Guard } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'

/** An entity whose collection the server must have, or an entity with an action or a query that it must answer. */
export type Needed = Entity | readonly [Entity, string]

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
  /** Without these it is left out; by default those of the module that fills the slot. */
  readonly needs?: readonly Needed[]
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
  { guard, needs, order = 0 }: { guard?: Guard; needs?: readonly Needed[]; order?: number } = {},
): SlotFill => ({ slot, value, order, ...(guard && { guard }), ...(needs && { needs }) })
