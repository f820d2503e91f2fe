import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Database, Executor } from '../db/database.ts'
import type { Hub } from './hub.ts'
import type { Relay } from './relay.ts'
import type { Service, ServiceEvent } from './service.ts'

/** Where live events go: to the sockets of this process, or to a service outside that all processes send to. */
export interface Outlet {
  /** The people this process tells of what changed. */
  listeners(prefix: string): Promise<readonly Id[]>
  /** Those whom any process tells; `db` is the transaction one is in. */
  everywhere(prefix: string, db: Executor): Promise<readonly Id[]>
  /** Says one thing on several channels, but not to one socket. */
  publish(channels: readonly string[], event: string, data: string, except: string | undefined): void
  /** Resolves when what was published has been handed on. @throws when it could not be */
  flush(): Promise<void>
  noteChange(prefix: string): void
  endUser(user: Id): void
  /** Something could not be told: whoever listens must fetch anew, where that can be said. */
  missed(): void
}

/** Our own hub: who listens here is known, and the other processes say who listens there. */
export const hubOutlet = (hub: Hub, relay: () => Relay): Outlet => ({
  listeners: async (prefix) => hub.listeners(prefix),
  everywhere: async (prefix) => [...new Set([...hub.listeners(prefix), ...relay().listeners(prefix)])],
  publish(channels, event, data, except) {
    for (const channel of channels) hub.publish(channel, event, data, except)
  },
  flush: async () => {},
  noteChange: hub.noteChange,
  endUser: hub.endUser,
  missed: hub.reconnectAll,
})

/** Bytes of one event's data, beyond which Pusher refuses it. */
const MOST_DATA = 10_240

/**
 * A service outside. Who listens there is not known here, and asking it would be too late for whoever joined since, and
 * a call over the network in the middle of a transaction. Everyone who listens has been let in by us, though, and so has
 * a session: everyone with one is told on their own channel what they may see, as if they listened. Where nobody does,
 * the service drops it. Who has no session, or no open account, is told nothing, even on a socket that is still open.
 */
export function serviceOutlet(service: Service, { kysely }: Database): Outlet {
  let waiting: ServiceEvent[] = []
  const signedIn = async (db: Executor): Promise<Id[]> => {
    const { rows } = await sql<{ user_id: unknown }>`select distinct user_id from sessions`.execute(db)
    return rows.map(({ user_id }) => Number(user_id))
  }
  return {
    listeners: () => signedIn(kysely),
    everywhere: (_, db) => signedIn(db),
    publish(channels, event, data, except) {
      const fits = Buffer.byteLength(data) <= MOST_DATA
      waiting.push({ channels, event, data: fits ? data : justTheId(data), except })
    },
    async flush() {
      const events = waiting
      waiting = []
      if (events.length) await service.send(events)
    },
    noteChange: () => {},
    // A person's sockets at the service are not ours to close; without a session nothing more is said on them.
    endUser: () => {},
    missed: () => {},
  }
}

/** What a browser hears of a record that is too long for an event: that there is something to fetch. */
const justTheId = (data: string): string => {
  const { model } = JSON.parse(data) as { model: { id: Id } }
  return JSON.stringify({ model: { id: model.id } })
}
