/** Keys for creating requests, kept for the draft they came from while it is unknown whether the server has seen it. */
export interface IdempotencyKeys {
  /** The key to send: that of the last try when it is open what became of it and the draft still says the same, else a new one. */
  keyFor(draft: object): string
  /** Forgets the draft's key once the server has answered it. */
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

/** 128 random bits; `crypto.randomUUID` would not be there on a page served without TLS inside a company. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
