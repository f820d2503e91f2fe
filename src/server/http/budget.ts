import { sql } from 'kysely'
import { withoutSync, type Database, type Executor } from '../db/database.ts'
import { Refusal } from './errors.ts'

/** How much of something each person, account or address may use in a while. */
export interface Budget {
  /** Keeps the keys of several budgets apart. */
  readonly name: string
  readonly size: number
  /** The seconds after which it is whole again, counted from its first use. */
  readonly seconds: number
  /** What is said when it is used up; Laravel's sentence by default. */
  readonly sentence?: (seconds: number) => string
}

/** A 429 response with the headers that Laravel sends. */
export function tooMany(most: number, seconds: number, field?: string, message?: string): Refusal {
  const text = message ?? `Too many attempts. Please try again in ${seconds} seconds.`
  return new Refusal(429, text, field === undefined ? undefined : { [field]: [text] }, {
    headers: {
      'Retry-After': String(seconds),
      'X-RateLimit-Limit': String(most),
      'X-RateLimit-Remaining': '0',
    },
  })
}

/**
 * Takes `amount` of the budget that `key` has, in the database, so that the processes of one company count together. In
 * a transaction it is taken only if the rest succeeds, and what is refused takes nothing.
 * @throws Refusal 429 when less is left; `field` is the field its error is shown at
 */
export async function take(
  db: Executor,
  now: Date,
  { name, size, seconds, sentence }: Budget,
  key: string | number,
  { amount = 1, field }: { amount?: number; field?: string } = {},
): Promise<void> {
  if (amount > size) throw new Error(`${amount} at once are more than the budget ${name} ever has.`)
  const at = now.toISOString()
  const until = new Date(now.getTime() + seconds * 1000).toISOString()
  const row = `${name} ${key}`
  const over = sql`t.until <= ${at}`
  const { rows } = await sql`
    insert into throttles as t (name, tries, until) values (${row}, ${amount}, ${until})
    on conflict (name) do update set
      tries = case when ${over} then ${amount} else t.tries + ${amount} end,
      until = case when ${over} then ${until} else t.until end
    where ${over} or t.tries + ${amount} <= ${size}
    returning name`.execute(db)
  if (rows.length) return
  const known = await sql<{ until: string }>`select until from throttles where name = ${row}`.execute(db)
  const left = Math.ceil((Date.parse(known.rows[0]?.until ?? until) - now.getTime()) / 1000)
  const wait = Math.max(1, left)
  throw tooMany(size, wait, field, sentence?.(wait))
}

/** After this many uses, budgets that are whole again are deleted: many addresses must not fill the database. */
const SWEEP_AFTER = 1000

/** Budgets that are taken from outside of transactions. What was taken in a minute may be lost in a power failure. */
export function createBudgets(database: Database, now: () => Date) {
  let taken = 0
  return {
    take: (budget: Budget, key: string | number, field?: string): Promise<void> =>
      withoutSync(database, async (db) => {
        if (++taken % SWEEP_AFTER === 0)
          await sql`delete from throttles where until <= ${now().toISOString()}`.execute(db)
        await take(db, now(), budget, key, { ...(field !== undefined && { field }) })
      }),
  }
}
