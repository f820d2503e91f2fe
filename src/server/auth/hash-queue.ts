import { Refusal } from '../http/errors.ts'

/** Hashes and verifies passwords; slow on purpose. */
export interface Hasher {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
  /** Whether a hash was made at another cost than today's. */
  isOutdated?(hash: string): boolean
  /** How many operations it runs in parallel; 1 by default. */
  readonly atOnce?: number
}

/** How many sign-ins may wait: as many as one address may try in a minute, which takes a few seconds. */
const MOST_SIGN_INS = 100
/** How many new passwords may wait. */
const MOST_PASSWORDS = 20
const BUSY = 'Too many people are signing in at this moment. Please try again.'
const RETRY_AFTER = '5'

/** Queues a hasher's work in two short queues, sign-ins and new passwords, that are served in turns. */
export function queueHasher({ hash, verify, isOutdated, atOnce = 1 }: Hasher): Hasher {
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
      // Hand this slot to the next waiting task; the queues take turns.
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
    ...(isOutdated && { isOutdated }),
    hash: (password) => take('hash', () => hash(password)),
    verify: (password, kept) => take('verify', () => verify(password, kept)),
  }
}
