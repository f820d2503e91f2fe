import type { Id } from '../../core/access/access.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Database } from '../db/database.ts'
import type { Services } from '../context/context.ts'
import type { Event, ForeignEvent } from '../events/events.ts'
import type { Catalog } from '../resource/catalog.ts'
import { noEventFeed, openEventFeed } from './event-feed.ts'
import { createFanout } from './fanout.ts'
import { createHub } from './hub.ts'
import { hubOutlet, serviceOutlet } from './outlet.ts'
import { openNoRelay, type OpenRelay } from './relay.ts'
import type { Service } from './service.ts'

/** A page that loads joins many channels at once; the other processes are told of all of them together. */
const ANNOUNCE_AFTER = 20

interface LiveDeps {
  key: string
  sign: (text: string) => string
  accounts: Accounts
  sessions: Sessions
  /** How the processes that share the database reach each other; undefined for one by itself. */
  openRelay: OpenRelay | undefined
  /** Where events go instead of our own hub. */
  service: Service | undefined
  database: Database
  catalog: Catalog
  services: () => Services
  log: (error: unknown) => void
}

/** The live side of one process: its sockets, the other processes, and who is to hear what. */
export async function createLive({
  key,
  sign,
  accounts,
  sessions,
  openRelay,
  service,
  database,
  catalog,
  services,
  log,
}: LiveDeps) {
  const waiting = new Set<string>()
  const hub = createHub({
    key,
    sign,
    random: Math.random,
    onListeners(prefix) {
      if (!waiting.size) setTimeout(announceWaiting, ANNOUNCE_AFTER).unref?.()
      waiting.add(prefix)
    },
  })
  const outlet = service ? serviceOutlet(service, database) : hubOutlet(hub, () => relay)
  const fanout = createFanout({ outlet, accounts, services, log })
  const tellForeign = (events: readonly ForeignEvent[]) => {
    // What one transaction changed is told together, as where it was written.
    for (const some of Map.groupBy(events, ({ event }) => event.xid).values())
      fanout.tell(
        some.map(({ event }) => event),
        some[0]?.socket,
      )
  }
  const feed = openRelay ? await openEventFeed({ database, catalog, tell: tellForeign, log }) : noEventFeed
  const relay = await (openRelay ?? openNoRelay)({
    events: (ids) => void feed.hear(ids).catch(log),
    endUser(user, except) {
      accounts.forget([user])
      sessions.forgetUser(user, except)
      hub.endUser(user, except)
    },
    endSession(session) {
      sessions.forget(session)
      hub.endSession(session)
    },
    listeners: hub.allListeners,
    lost() {
      accounts.forgetAll()
      sessions.forgetAll()
    },
    missed() {
      accounts.forgetAll()
      sessions.forgetAll()
      hub.reconnectAll()
    },
  })
  function announceWaiting() {
    for (const prefix of waiting) relay.announce(prefix, hub.listeners(prefix))
    waiting.clear()
  }
  return {
    hub,
    /** False while changes that other processes make may go unheard, as they do where a service tells everyone. */
    get hearsOthers() {
      return !service && relay.connected
    },
    /** The signature with which one socket may join one channel, as Pusher asks for it. */
    authorize: (socketId: string, channel: string): string =>
      service ? service.authorize(socketId, channel) : `${key}:${sign(`${socketId}:${channel}`)}`,
    matchListeners: fanout.matchListeners,
    /** Tells listeners, here and at the other processes, of what this one committed. */
    publish(events: readonly Event[], except: string | undefined) {
      feed.noteTold(events)
      fanout.tell(events, except)
      relay.hint(events.map(({ event }) => event))
    },
    /** Ends a person's sockets wherever they are, but for one session to keep. */
    endUser(user: Id, except: string | null) {
      hub.endUser(user, except)
      relay.endUser(user, except)
    },
    endSession(session: string) {
      hub.endSession(session)
      relay.endSession(session)
    },
    /** Resolves when every change so far has been told to those listening here. */
    settled: fanout.settled,
    async close() {
      hub.close()
      await feed.close()
      await fanout.settled()
      await relay.close()
    },
  }
}
export type Live = Awaited<ReturnType<typeof createLive>>
