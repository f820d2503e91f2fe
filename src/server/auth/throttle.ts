import { Refusal } from '../http/errors.ts'

const WINDOW = 60_000
const MOST_KEYS = 50_000

/** Counts tries by key in windows of a minute, in memory. */
export function createThrottle(now: () => Date) {
  const tries = new Map<string, { count: number; until: number }>()
  const live = (key: string) => {
    const held = tries.get(key)
    return held && held.until > now().getTime() ? held : undefined
  }
  return {
    /** @throws Refusal 429, with Retry-After, when the key has had its tries for this minute */
    check(key: string, most: number) {
      const held = live(key)
      if (!held || held.count < most) return
      const seconds = Math.ceil((held.until - now().getTime()) / 1000)
      throw new Refusal(429, `Too many attempts. Please try again in ${seconds} seconds.`, undefined, {
        headers: { 'Retry-After': String(seconds) },
      })
    },
    count(key: string) {
      const held = live(key)
      if (held) held.count++
      else {
        if (tries.size >= MOST_KEYS)
          for (const [old, { until }] of tries) if (until <= now().getTime()) tries.delete(old)
        if (tries.size >= MOST_KEYS) tries.clear()
        tries.set(key, { count: 1, until: now().getTime() + WINDOW })
      }
    },
    clear(key: string) {
      tries.delete(key)
    },
  }
}
