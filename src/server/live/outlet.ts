import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Database, Executor } from '../db/database.ts'
import type { Hub } from './hub.ts'
import type { Relay } from './relay.ts'
import type { Service, ServiceEvent } from './service.ts'

/** Where live events go: to the sockets of this process, or to an external service that all processes use. */
export interface Outlet {
  /** The users this process sends changes to. */
  listeners(prefix: string): Promise<readonly Id[]>
  /** The users any process sends changes to; `db` is the current transaction. */
  everywhere(prefix: string, db: Executor): Promise<readonly Id[]>
  /** Sends one event on several channels, except to one socket. */
  publish(channels: readonly string[], event: string, data: string, except: string | undefined): void
  /** Resolves when everything published has been handed over. @throws when that failed */
  flush(): Promise<void>
  noteChange(prefix: string): void
  endUser(user: Id): void
  /** Called when a change could not be sent: makes listeners fetch again, if there is a way to tell them. */
  missed(): void
}

/** Our own hub, which knows its listeners; the other processes announce theirs. */
export const hubOutlet = (hub: Hub, relay: () => Relay): Outlet => ({
  listeners: async (prefix) => hub.listeners(prefix),
  everywhere: async (prefix) => [...new Set([...hub.listeners(prefix), ...relay().listeners(prefix)])],
  publish: hub.publish,
  flush: async () => {},
  noteChange: hub.noteChange,
  endUser: hub.endUser,
  missed: hub.reconnectAll,
})

/** Pusher's limit for the data of one event, in bytes. */
const MOST_DATA = 10_240

/**
 * An external service. We cannot know who listens there: asking would miss those who join in the meantime, and would be
 * a network call in the middle of a transaction. But every listener was authorized by us and so has a session.
 * Therefore every user with a session is sent what they may see on their own channel, and the service drops what nobody
 * listens to. Users without a session or an open account are sent nothing, even if their socket is still open.
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
    // We cannot close sockets of the service, but without a session nothing more is sent to the user.
    endUser: () => {},
    missed: () => {},
  }
}

/** The replacement for a record that is too large for an event: only its id, so that the browser fetches it. */
const justTheId = (data: string): string => {
  const { model } = JSON.parse(data) as { model: { id: Id } }
  return JSON.stringify({ model: { id: model.id } })
}
