/** Idempotency keys by draft, kept as long as it is unknown whether the server has processed the request. */
export interface IdempotencyKeys {
  /**
   * The key to send: the previous one if the outcome of the last attempt is unknown and the draft is unchanged, else a
   * new one.
   */
  keyFor(draft: object): string
  /** Drops the draft's key once the server has responded. */
  answered(draft: object): void
}

export function createIdempotencyKeys(): IdempotencyKeys {
  const open = new WeakMap<object, { key: string; body: string }>()
  return {
    keyFor(draft) {
      const body = JSON.stringify(draft)
      const last = open.get(draft)
      if (last?.body === body) return last.key
      const key = randomKey()
      open.set(draft, { key, body })
      return key
    },
    answered: (draft) => void open.delete(draft),
  }
}

/** 128 random bits. `crypto.randomUUID` is not available on pages without TLS, as on a company's internal network. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
