import type { Guard } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'

/** An entity whose collection the server must have, or an entity with an action or a query that it must answer. */
export type Needed = Entity | readonly [Entity, string]

interface Place {
  readonly guard?: Guard
  /** Without these it is left out; by default those of the module that fills the slot. */
  readonly needs?: readonly Needed[]
  readonly order?: number
}

/**
 * An extension point of a module or the shell. Its owner exports it, and other modules import it and call it with a value
 * that they put there, in their `fills`.
 */
export interface Slot<T> {
  (value: T, place?: Place): SlotFill
  readonly slot: string
}

export interface SlotFill extends Place {
  readonly slot: string
  readonly value: unknown
  readonly order: number
}

/**
 * Creates an extension point that other modules may fill with values of one type.
 * @example
 * export const projectTabs: Slot<Tab<typeof projects>> = slot('project tabs')
 * fills: [projectTabs({ to: 'rfis', label: 'RFIs', screen: () => import('./screens/rfis-tab.tsx') })]
 */
export const slot = <T>(name: string): Slot<T> =>
  Object.assign((value: T, { order = 0, ...place }: Place = {}) => ({ slot: name, value, order, ...place }), {
    slot: name,
  })
