import type { Id } from '../../core/access/access.ts'
import type { Executor } from '../db/database.ts'

/** A change as one process tells it to another: [entity, id, saved or deleted, keys of the rules it passed before]. */
export type RelayedChange = readonly [entity: string, id: Id, kind: 'saved' | 'deleted', passed: readonly string[]]

/** What a process does with what the others say. */
export interface RelayHandlers {
  changes(changes: readonly RelayedChange[], except: string | undefined): void
  /** End a person's sockets here, but for one session; or those of one session. */
  endUser(user: Id, except: string | null): void
  endSession(session: string): void
  /** Who listens here, by prefix. */
  listeners(): ReadonlyMap<string, readonly Id[]>
  /** From here on something may go unheard: what was held of what others may change is held no more. */
  lost(): void
  /** Something may have been missed: whoever listens here must fetch anew. */
  missed(): void
}

/** Connects the processes that share a database, so that whoever listens anywhere hears of every change. */
export interface Relay {
  /** False while something that others say may go unheard. */
  readonly connected: boolean
  /** The people who listen to a prefix on other processes. */
  listeners(prefix: string): readonly Id[]
  /** Tells the others who listens here now. */
  announce(prefix: string, users: readonly Id[]): void
  /** Tells the others what a transaction changed, in it: they hear exactly when it is committed, whatever becomes of us. */
  send(db: Executor, changes: readonly RelayedChange[], except: string | undefined): Promise<void>
  endUser(user: Id, except: string | null): void
  endSession(session: string): void
  close(): Promise<void>
}

export type OpenRelay = (handlers: RelayHandlers) => Promise<Relay>

/** One process by itself has nobody to tell. */
export const openNoRelay: OpenRelay = async () => ({
  connected: true,
  listeners: () => [],
  announce: () => {},
  send: async () => {},
  endUser: () => {},
  endSession: () => {},
  close: async () => {},
})
