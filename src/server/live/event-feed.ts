import type { Id } from '../../core/access/access.ts'
import type { Database } from '../db/database.ts'
import { eventsById, eventsSince, firstOpenTransaction, type Event, type ForeignEvent } from '../events/events.ts'
import type { Catalog } from '../resource/catalog.ts'

/** How often a process looks for events of which no hint reached it. */
const EVERY = 2000

export interface EventFeed {
  /** This process told its listeners of these itself. */
  noteTold(events: readonly Event[]): void
  /** Another process says that it committed these. */
  hear(ids: readonly Id[]): Promise<void>
  close(): Promise<void>
}

interface FeedDeps {
  database: Database
  catalog: Catalog
  /** Tells listeners here of what another process changed. */
  tell: (events: readonly ForeignEvent[]) => void
  log: (error: unknown) => void
  /** Milliseconds between two sweeps. */
  every?: number
}

/**
 * What the other processes of one PostgreSQL database committed, each event once: at once where they give a hint of it,
 * and within two seconds where a process died between commit and hint. Ids are given before a commit and become visible
 * in another order, so the feed never asks for what is "above the last id": it goes by transactions that have ended.
 */
export async function openEventFeed({ database, catalog, tell, log, every = EVERY }: FeedDeps): Promise<EventFeed> {
  const { kysely } = database
  /** Events told by now, with their transaction, as long as a sweep may come upon them. */
  const told = new Map<Id, number>()
  let horizon = await firstOpenTransaction(kysely)
  let sweeping = Promise.resolve()
  let closed = false

  function take(found: readonly ForeignEvent[]) {
    const fresh = found.filter(({ event: { event } }) => !told.has(event))
    for (const { event } of fresh) told.set(event.event, event.xid)
    if (fresh.length) tell(fresh)
  }
  async function sweep() {
    const { events, openFrom } = await eventsSince(kysely, catalog, horizon)
    if (closed) return
    take(events)
    horizon = openFrom
    for (const [event, xid] of told) if (xid < horizon) told.delete(event)
  }
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(log)
  }, every)
  timer.unref()

  return {
    noteTold(events) {
      for (const { event, xid } of events) told.set(event, xid)
    },
    async hear(ids) {
      take(
        await eventsById(
          kysely,
          catalog,
          ids.filter((id) => !told.has(id)),
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

/** One process by itself has nobody to hear of. */
export const noEventFeed: EventFeed = {
  noteTold: () => {},
  hear: async () => {},
  close: async () => {},
}
