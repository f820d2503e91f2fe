import { Refusal } from '../http/errors.ts'

const WINDOW = 60_000
const MOST_KEYS = 50_000

/** A 429 response with the headers that Laravel sends. */
export function tooMany(most: number, seconds: number, field?: string): Refusal {
  const message = `Too many attempts. Please try again in ${seconds} seconds.`
  return new Refusal(429, message, field === undefined ? undefined : { [field]: [message] }, {
    headers: {
      'Retry-After': String(seconds),
      'X-RateLimit-Limit': String(most),
      'X-RateLimit-Remaining': '0',
    },
  })
}

/** Counts attempts by key in one-minute windows, in this process's memory. */
export function createThrottle(now: () => Date) {
  const tries = new Map<string, { count: number; until: number }>()
  return {
    /**
     * Counts one attempt.
     * @throws Refusal 429 when the key has used up this minute's attempts; `field` is the field its error is shown at
     */
    take(key: string, most: number, field?: string) {
      const at = now().getTime()
      const held = tries.get(key)
      if (held && held.until > at) {
        if (held.count >= most) throw tooMany(most, Math.ceil((held.until - at) / 1000), field)
        held.count++
        return
      }
      if (tries.size >= MOST_KEYS) for (const [old, { until }] of tries) if (until <= at) tries.delete(old)
      if (tries.size >= MOST_KEYS) tries.clear()
      tries.set(key, { count: 1, until: at + WINDOW })
    },
  }
}
