import type { Id } from '../../core/access/access.ts'
import type { Database } from '../db/database.ts'
import { eventsById, eventsSince, firstOpenTransaction, type Event } from '../events/events.ts'
import type { Catalog } from '../resource/catalog.ts'

/** How often to look for events whose notification did not arrive, in milliseconds. */
const EVERY = 2000

export interface EventFeed {
  /** Notes events that this process has already sent to its listeners. */
  noteTold(events: readonly Event[]): void
  /** Handles a notification that another process committed these events. */
  hear(ids: readonly Id[]): Promise<void>
  close(): Promise<void>
}

interface FeedDeps {
  database: Database
  catalog: Catalog
  /** Sends changes made by another process to the listeners of this one. */
  tell: (events: readonly Event[]) => void
  log: (error: unknown) => void
  /** Milliseconds between two sweeps. */
  every?: number
}

/**
 * Delivers what the other processes of one PostgreSQL database committed, each event once: immediately when they notify
 * this one, and within two seconds when a process died between its commit and the notification. Ids are assigned before
 * the commit and become visible out of order, so the feed cannot ask for everything "above the last id"; it tracks
 * finished transactions instead.
 */
export async function openEventFeed({ database, catalog, tell, log, every = EVERY }: FeedDeps): Promise<EventFeed> {
  const { kysely } = database
  /** Events already sent, with their transaction, kept for as long as a sweep may find them again. */
  const sent = new Map<Id, number>()
  let horizon = await firstOpenTransaction(kysely)
  // What is there already was told by others: a long transaction keeps the horizon below it.
  const { events: known } = await eventsSince(kysely, catalog, horizon)
  for (const { event, xid } of known) sent.set(event, xid)
  let sweeping = Promise.resolve()
  let closed = false

  function take(found: readonly Event[]) {
    const fresh = found.filter(({ event }) => !sent.has(event))
    for (const { event, xid } of fresh) sent.set(event, xid)
    if (fresh.length) tell(fresh)
  }
  async function sweep() {
    const { events, openFrom } = await eventsSince(kysely, catalog, horizon)
    if (closed) return
    take(events)
    horizon = openFrom
    for (const [event, xid] of sent) if (xid < horizon) sent.delete(event)
  }
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(log)
  }, every)
  timer.unref()

  return {
    noteTold(events) {
      for (const { event, xid } of events) sent.set(event, xid)
    },
    async hear(ids) {
      take(
        await eventsById(
          kysely,
          catalog,
          ids.filter((id) => !sent.has(id)),
        ),
      )
    },
    async close() {
      closed = true
      clearInterval(timer)
      await sweeping
    },
  }
}

/** For a single process, which has no others to hear from. */
export const noEventFeed: EventFeed = {
  noteTold: () => {},
  hear: async () => {},
  close: async () => {},
}
