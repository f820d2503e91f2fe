import { sql, type RawBuilder } from 'kysely'
import { withoutSync, type Database, type Executor } from '../db/database.ts'
import { isOver } from '../db/moments.ts'
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

/** What a use does to a row that is there: it adds to it, or begins anew where its time is over. */
const withUse = (over: RawBuilder<boolean>) => sql`
  tries = excluded.tries + case when ${over} then 0 else t.tries end,
  until = case when ${over} then excluded.until else t.until end`
const overAt = (now: Date, seconds: number) => isOver(sql`t.until`, now, seconds * 1000)
const endOf = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

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
  const over = overAt(now, seconds)
  const until = endOf(now, seconds)
  const row = `${name} ${key}`
  const { rows } = await sql`
    insert into throttles as t (name, tries, until) values (${row}, ${amount}, ${until})
    on conflict (name) do update set ${withUse(over)}
    where ${over} or t.tries + ${amount} <= ${size}
    returning name`.execute(db)
  if (rows.length) return
  const known = await sql<{ until: string }>`select until from throttles where name = ${row}`.execute(db)
  const left = Math.ceil((Date.parse(known.rows[0]?.until ?? until) - now.getTime()) / 1000)
  const wait = Math.max(1, left)
  throw tooMany(size, wait, field, sentence?.(wait))
}

/** Adds what was used already of budgets with one window, whatever is left. Resolves to what each row comes to. */
export async function spend(
  db: Executor,
  now: Date,
  seconds: number,
  uses: readonly { row: string; amount: number }[],
): Promise<{ row: string; used: number; until: string }[]> {
  // In one order, so that two processes do not wait for each other.
  const values = uses
    .toSorted((a, b) => (a.row < b.row ? -1 : 1))
    .map(({ row, amount }) => sql`(${row}, ${amount}, ${endOf(now, seconds)})`)
  const { rows } = await sql<{ name: string; tries: unknown; until: string }>`
    insert into throttles as t (name, tries, until) values ${sql.join(values)}
    on conflict (name) do update set ${withUse(overAt(now, seconds))}
    returning name, tries, until`.execute(db)
  return rows.map(({ name, tries, until }) => ({ row: name, used: Number(tries), until }))
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
