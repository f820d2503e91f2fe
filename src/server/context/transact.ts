import type { RawBuilder } from 'kysely'
import { isDeadlock, isUniqueViolation } from '../db/database.ts'
import { executeLast } from '../db/last.ts'
import { insertEvents, storable, type Event } from '../events/events.ts'
import { hasSubscriber, subscriberJobs } from '../events/subscribers.ts'
import { Refusal } from '../http/errors.ts'
import { enqueue, jobsInsert, MOST_AT_ONCE } from '../jobs/jobs.ts'
import { writeSums } from '../resource/sums.ts'
import { uniqueErrors } from '../resource/unique.ts'
import type { Asker, Context, Hashed, Services } from './context.ts'
import { createContext } from './create-context.ts'

const MOST_TRIES = 5

/** Retries a transaction that the database aborted to resolve a deadlock with another writer. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || tries === MOST_TRIES) throw error
    }
  }
}

/** Rolls back a valid transaction whose password still has to be hashed, so that hashing happens outside of it. */
class HashNeeded extends Error {
  readonly password: string
  constructor(password: string) {
    super('A password must be hashed.')
    this.password = password
  }
}

interface Finished {
  readonly events: readonly Event[]
  readonly jobsFollow: boolean
}

/** The last writes of a transaction: its events, and the jobs of their subscribers. */
async function finish(ctx: Context, { user, behalf = user.id, socket, seeding = false }: Asker): Promise<Finished> {
  const { catalog, db, now, closing } = ctx
  const [first] = ctx.warnings
  if (first) throw new Refusal(422, first.message, undefined, { warnings: ctx.warnings })
  await writeSums(ctx)
  const followed = seeding ? [] : ctx.events.filter(({ action }) => action !== '').map(storable)
  if (followed.length) for (const follow of catalog.following) await follow(followed, ctx)
  // The sender is sent what the answer does not contain, such as counts of a parent.
  const changes = ctx.events.map((event) => ({
    ...event,
    socket: ctx.answered.has(`${event.entity.name} ${event.id}`) ? socket : undefined,
  }))
  const jobsFollow = !seeding && (ctx.jobs.length > 0 || hasSubscriber(catalog, changes))
  const last = <T>(statement: RawBuilder<T>, before = closing) => executeLast(db, catalog.dialect, statement, before)
  const events = await insertEvents(ctx, changes, jobsFollow ? undefined : last)
  const [only, ...others] = closing
  if (jobsFollow) {
    const jobs = [...ctx.jobs, ...subscriberJobs(catalog, events)].map((job) => ({ user_id: behalf, ...job }))
    await enqueue(ctx.db, now, jobs.slice(MOST_AT_ONCE))
    await last(jobsInsert(now, jobs.slice(0, MOST_AT_ONCE)))
  } else if (!changes.length && only) await last(only, others)
  return { events, jobsFollow }
}

/**
 * Runs `task` in one transaction, and again from the start if the database aborted it in favor of another. After the
 * commit it notifies listeners of the changes, then runs the deferred tasks.
 * @throws Refusal 422 with warnings that the asker did not confirm, and when a unique index rejected what the check had
 * accepted (two writers at once).
 */
export async function transact<T>(
  services: Services,
  asker: Asker,
  task: (ctx: Context) => Promise<T>,
  hashed: Hashed | null = null,
): Promise<T> {
  try {
    const { answer, events, jobsFollow, afterCommit } = await retried(async () => {
      let whenEnded: Context['whenEnded'] = []
      try {
        return await services.database.kysely.transaction().execute(async (db) => {
          const ctx = createContext(services, asker, db, hashed)
          whenEnded = ctx.whenEnded
          const answer = await task(ctx)
          if (ctx.password !== null && ctx.password !== hashed?.password) throw new HashNeeded(ctx.password)
          return { answer, ...(await finish(ctx, asker)), afterCommit: ctx.afterCommit }
        })
      } finally {
        for (const run of whenEnded) await run(createContext(services, asker)).catch(services.log)
      }
    })
    if (events.length) services.publish(events)
    if (jobsFollow) services.wakeWorker()
    for (const run of afterCommit) await run()
    return answer
  } catch (error) {
    if (error instanceof HashNeeded && !hashed) {
      const { password } = error
      return transact(services, asker, task, { password, hash: await services.hash(password, asker.user) })
    }
    if (isUniqueViolation(error)) throw uniqueErrors(services.catalog, error)
    throw error
  }
}
