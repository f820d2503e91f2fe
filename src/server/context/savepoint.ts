import { sql } from 'kysely'
import { isDeadlock } from '../db/database.ts'
import type { Context } from './context.ts'

/**
 * Runs part of a transaction that may fail without the rest: its changes, events and what was to follow them are dropped
 * then.
 * @returns what it failed with; null if it succeeded
 * @throws a deadlock, since the whole transaction is tried again then
 */
export async function inSavepoint(ctx: Context, task: () => Promise<void>): Promise<{ error: unknown } | null> {
  const noted = [ctx.events, ctx.jobs, ctx.summands, ctx.warnings, ctx.closing, ctx.afterCommit]
  const before = noted.map(({ length }) => length)
  const [answers, held] = [new Set(ctx.answers.keys()), new Set(ctx.held)]
  await sql`savepoint attempt`.execute(ctx.db)
  try {
    await task()
    await sql`release savepoint attempt`.execute(ctx.db)
    return null
  } catch (error) {
    if (isDeadlock(error)) throw error
    await sql`rollback to savepoint attempt`.execute(ctx.db)
    for (const [at, list] of noted.entries()) list.length = before[at] ?? 0
    // Locks taken since were released by rolling back.
    for (const lock of ctx.held) if (!held.has(lock)) ctx.held.delete(lock)
    for (const key of ctx.answers.keys()) if (!answers.has(key)) ctx.answers.delete(key)
    ctx.parents.clear()
    ctx.knownRefs.clear()
    ctx.seen.clear()
    return { error }
  }
}
