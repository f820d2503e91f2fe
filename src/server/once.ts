/** Names what a transaction asks once (`ctx.once`), and says what the answer is. Keys of one name are the same key. */
export interface OnceKey<T> {
  readonly once: string
  /** Types only; there is no value at runtime. */
  readonly $type?: (value: T) => T
}

export const onceKey = <T>(name: string): OnceKey<T> => Object.freeze({ once: name })
