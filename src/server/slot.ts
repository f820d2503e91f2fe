/**
 * A place in one module's server that other modules fill, where the one that asks cannot import those that know: its owner
 * exports it and reads it by `ctx.filled`; others call it with a value that they put there, in the `fills` of their server.
 */
export interface Slot<T> {
  (value: T): SlotFill
  readonly slot: string
}
export interface SlotFill {
  readonly slot: string
  readonly value: unknown
}

export const slot = <T>(name: string): Slot<T> => Object.assign((value: T) => ({ slot: name, value }), { slot: name })
