import type { Database } from '../db/database.ts'
import type { Ctx, ServerDoor } from '../define-server.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { enqueue } from './jobs.ts'

interface Deps {
  mailer: Mailer
  doors: readonly ServerDoor[]
  /** In one transaction, as the server. */
  run(task: (ctx: Ctx) => Promise<void>): Promise<void>
}

/** What is done for each kind of job. */
export function createWorker({ mailer, doors, run }: Deps) {
  return async (kind: string, payload: unknown, id: number): Promise<void> => {
    if (kind === 'mail') return mailer.send(payload as Mail, { id: `job-${id}` })
    if (kind !== 'daily') throw new Error(`Nobody does jobs of the kind "${kind}".`)
    for (const { daily } of doors) if (daily) await run(daily)
  }
}

/** Puts the day's work down once, whichever process comes first; by the calendar of the server's clock in UTC. */
export async function putDownDaily({ kysely }: Database, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  // Two in the afternoon in UTC is morning from Boston to Honolulu.
  if (now.getUTCHours() >= 14) await enqueue(kysely, now.toISOString(), 'daily', {}, { key: `daily ${day}` })
}
