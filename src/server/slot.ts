/**
 * A place in one module's server that other modules fill, where the one that asks cannot import those that know: its owner
 * exports it and reads it by `ctx.filled`.
 */
export interface Slot<T> {
  readonly slot: string
  /** Types only; there is no value at runtime. */
  readonly $type?: (value: T) => T
}
export interface SlotFill {
  readonly slot: string
  readonly value: unknown
}

export const slot = <T>(name: string): Slot<T> => Object.freeze({ slot: name })
/** Puts a value into a slot, for `fills` of a server. */
export const into = <T>({ slot: name }: Slot<T>, value: NoInfer<T>): SlotFill => ({ slot: name, value })
