import type { MiddlewareHandler } from 'hono'
import { guest } from '../../core/access/access.ts'
import { withoutSync, type Database } from '../db/database.ts'
import { troubleOf } from '../db/trouble.ts'
import { spend, tooMany, type Budget } from './budget.ts'
import { measured } from './own-time.ts'

const SECONDS = 300
const budgetOf = (name: string, seconds: number): Budget => ({
  name,
  size: seconds * 1000,
  seconds: SECONDS,
  sentence: (wait) =>
    `Your requests have kept the server busy for ${seconds} of ${SECONDS} seconds, which others need too. Please try again in ${wait} seconds.`,
})
/**
 * Milliseconds that a person's requests may keep the server busy in five minutes: a tenth of a processor for guests, and
 * more than half of one for staff. Opening the app takes 40, and the import of 500 records 50.
 */
export const REQUEST_TIME = { guests: budgetOf('guest time', 30), staff: budgetOf('staff time', 180) } as const

/** The least that is written at once, in milliseconds: less is added to what the next requests take, which saves a row. */
const WORTH_TELLING = 100

/**
 * Bounds how long each person's requests keep the processes of one company busy (rule fair-share). Requests are counted in memory; what they
 * come to is put into the database every second, which then tells who is over.
 */
export function createFairTime(database: Database, now: () => Date, log: (error: unknown) => void) {
  const spent = new Map<string, { budget: Budget; ms: number }>()
  /** Until when those who are over are refused, in milliseconds since 1970. */
  const refused = new Map<string, number>()

  const middleware: MiddlewareHandler = (c, next) => {
    const { user } = c.get('caller')
    if (!user) return next()
    const budget = guest(user) ? REQUEST_TIME.guests : REQUEST_TIME.staff
    const row = `${budget.name} ${user.id}`
    const left = (refused.get(row) ?? 0) - now().getTime()
    // More is left where the clock was set back.
    if (left > 0 && left <= SECONDS * 1000) {
      const wait = Math.ceil(left / 1000)
      throw tooMany(budget.size, wait, undefined, budget.sentence?.(wait))
    }
    refused.delete(row)
    const add = (ms: number) => {
      const known = spent.get(row)
      if (known) known.ms += ms
      else spent.set(row, { budget, ms })
    }
    return measured(add, next)
  }

  async function settle(): Promise<void> {
    const told = [...spent].filter(([, { ms }]) => ms >= WORTH_TELLING)
    if (!told.length) return
    for (const [row] of told) spent.delete(row)
    const uses = told.map(([row, { ms }]) => ({ row, amount: Math.round(ms) }))
    try {
      const rows = await withoutSync(database, (db) => spend(db, now(), SECONDS, uses))
      const budgets = new Map(told.map(([row, { budget }]) => [row, budget]))
      for (const { row, used, until } of rows)
        if (used >= (budgets.get(row)?.size ?? used)) refused.set(row, Date.parse(until))
    } catch (error) {
      // Everyone hears of a full disk or a database that is away by what they ask; a second is forgiven meanwhile.
      if (troubleOf(error) === null) log(error)
    }
  }
  return { middleware, settle }
}
