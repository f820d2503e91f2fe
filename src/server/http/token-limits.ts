import type { Id } from '../../core/access/access.ts'
import { withoutSync, type Database } from '../db/database.ts'
import { troubleOf } from '../db/trouble.ts'
import { spend, tooMany, type Budget } from './budget.ts'

/** The requests that a token may make in a minute, over all processes of a company. */
export const TOKEN_REQUESTS: Budget = { name: 'token', size: 600, seconds: 60 }
const WINDOW = TOKEN_REQUESTS.seconds * 1000

interface Spent {
  /** What all processes had used when it was last put into the database, and what this one has since. */
  used: number
  since: number
  /** When it is whole again, in milliseconds since 1970. */
  until: number
}

/** Counts the requests of each token in memory; what they come to is put into the database every second (rule access-token). */
export function createTokenLimits(database: Database, now: () => Date, log: (error: unknown) => void) {
  const spent = new Map<Id, Spent>()
  const isOver = ({ until }: Spent, at: number) => until <= at || until > at + WINDOW

  return {
    /** Counts a request. Resolves to how many are left. @throws Refusal 429 where none is */
    take(id: Id): number {
      const at = now().getTime()
      const known = spent.get(id)
      const one = known && !isOver(known, at) ? known : { used: 0, since: 0, until: at + WINDOW }
      spent.set(id, one)
      const left = TOKEN_REQUESTS.size - one.used - one.since
      if (left <= 0) throw tooMany(TOKEN_REQUESTS.size, Math.ceil((one.until - at) / 1000))
      one.since++
      return left - 1
    },
    /** Puts what was used into the database, which tells what others used; call it every second. */
    async settle(): Promise<void> {
      const at = now().getTime()
      for (const [id, one] of spent) if (isOver(one, at)) spent.delete(id)
      const told = [...spent].filter(([, { since }]) => since > 0)
      if (!told.length) return
      const uses = told.map(([id, { since }]) => ({ row: `${TOKEN_REQUESTS.name} ${id}`, amount: since }))
      for (const [, one] of told) {
        one.used += one.since
        one.since = 0
      }
      try {
        const rows = await withoutSync(database, (db) => spend(db, now(), TOKEN_REQUESTS.seconds, uses))
        const byRow = new Map(rows.map((row) => [row.row, row]))
        for (const [id, one] of told) {
          const row = byRow.get(`${TOKEN_REQUESTS.name} ${id}`)
          if (row) Object.assign(one, { used: row.used, until: Date.parse(row.until) })
        }
      } catch (error) {
        // Everyone hears of a full disk or a database that is away by what they ask.
        if (troubleOf(error) === null) log(error)
      }
    },
  }
}
export type TokenLimits = ReturnType<typeof createTokenLimits>
