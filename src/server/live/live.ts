import type { Id } from '../../core/access/access.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Database } from '../db/database.ts'
import type { Services } from '../context/context.ts'
import type { RecordCache } from '../context/record-cache.ts'
import type { Event } from '../events/events.ts'
import type { Totals } from '../resource/totals.ts'
import type { Catalog } from '../resource/catalog.ts'
import { noEventFeed, openEventFeed } from './event-feed.ts'
import { createFanout } from './fanout.ts'
import { createHub } from './hub.ts'
import { hubOutlet, serviceOutlet } from './outlet.ts'
import { openNoRelay, type OpenRelay } from './relay.ts'
import type { Service } from './service.ts'

/** A page joins many channels as it loads; they are announced to the other processes together, after this many ms. */
const ANNOUNCE_AFTER = 20

interface LiveDeps {
  key: string
  sign: (text: string) => string
  accounts: Accounts
  sessions: Sessions
  tokens: Tokens
  totals: Totals
  records: RecordCache
  /** How the processes that share the database communicate; undefined when there is only one. */
  openRelay: OpenRelay | undefined
  /** Where events go instead of our own hub. */
  service: Service | undefined
  database: Database
  catalog: Catalog
  services: () => Services
  log: (error: unknown) => void
}

/** The live updates of one process: its sockets, its link to the other processes, and the fan-out of changes. */
export async function createLive({
  key,
  sign,
  accounts,
  sessions,
  tokens,
  totals,
  records,
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
  const fanout = createFanout({ outlet, accounts, tokens, totals, records, services, log })
  const tellForeign = (events: readonly Event[]) => {
    // Changes of one transaction are sent together, as they are in the process that made them.
    for (const some of Map.groupBy(events, ({ xid }) => xid).values()) fanout.tell(some)
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
      records.forgetAll()
      sessions.forgetAll()
      tokens.forgetAll()
      totals.clear()
    },
    missed() {
      accounts.forgetAll()
      records.forgetAll()
      sessions.forgetAll()
      tokens.forgetAll()
      totals.clear()
      hub.reconnectAll()
    },
  })
  function announceWaiting() {
    for (const prefix of waiting) relay.announce(prefix, hub.listeners(prefix))
    waiting.clear()
  }
  return {
    hub,
    /** False while changes by other processes may be missed, which is always the case with an external service. */
    get hearsOthers() {
      return !service && relay.connected
    },
    /** The signature that lets one socket join one channel, in Pusher's format. */
    authorize: (socketId: string, channel: string): string =>
      service ? service.authorize(socketId, channel) : `${key}:${sign(`${socketId}:${channel}`)}`,
    matchListeners: fanout.matchListeners,
    /** Sends the events this process committed to listeners, here and in the other processes. */
    publish(events: readonly Event[]) {
      feed.noteTold(events)
      fanout.tell(events)
      relay.hint(events.map(({ event }) => event))
    },
    /** Closes a user's sockets in all processes, except those of the session `except`. */
    endUser(user: Id, except: string | null) {
      hub.endUser(user, except)
      relay.endUser(user, except)
    },
    endSession(session: string) {
      hub.endSession(session)
      relay.endSession(session)
    },
    /** Resolves when every change so far has been sent to the listeners of this process. */
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
