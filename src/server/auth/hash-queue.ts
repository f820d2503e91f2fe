import { Refusal } from '../http/errors.ts'

/** Turns passwords into hashes and tells whether one fits; slow on purpose. */
export interface Hasher {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
  /** How many of these it does at once; one unless told. */
  readonly atOnce?: number
}

/** Sign-ins that may wait: as many as one address may try in a minute, which is a few seconds' work. */
const MOST_SIGN_INS = 100
/** New passwords that may wait. */
const MOST_PASSWORDS = 20
const BUSY = 'Too many people are signing in at this moment. Please try again.'
const RETRY_AFTER = '5'

/** A hasher whose work waits in two short queues, sign-ins in one and new passwords in the other, which take turns. */
export function queueHasher({ hash, verify, atOnce = 1 }: Hasher): Hasher {
  type Start = () => void
  const queues = {
    verify: { waiting: [] as Start[], most: MOST_SIGN_INS },
    hash: { waiting: [] as Start[], most: MOST_PASSWORDS },
  }
  type Name = keyof typeof queues
  let running = 0
  let turn: Name = 'verify'

  async function take<T>(name: Name, work: () => Promise<T>): Promise<T> {
    const { waiting, most } = queues[name]
    if (running < atOnce) running++
    else if (waiting.length < most) await new Promise<void>((start) => waiting.push(start))
    else throw new Refusal(503, BUSY, undefined, { headers: { 'Retry-After': RETRY_AFTER } })
    try {
      return await work()
    } finally {
      // The next one takes over this one's place.
      const other: Name = turn === 'verify' ? 'hash' : 'verify'
      const next = queues[turn].waiting.length ? turn : other
      const start = queues[next].waiting.shift()
      turn = next === 'verify' ? 'hash' : 'verify'
      if (start) start()
      else running--
    }
  }
  return {
    atOnce,
    hash: (password) => take('hash', () => hash(password)),
    verify: (password, kept) => take('verify', () => verify(password, kept)),
  }
}
