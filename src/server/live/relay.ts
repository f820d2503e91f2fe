import type { Id } from '../../core/access/access.ts'

/** What a process does with what the others say. */
export interface RelayHandlers {
  /** Another process committed these events. */
  events(ids: readonly Id[]): void
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
  /** Tells the others that these events were committed; whoever misses that finds them a moment later. */
  hint(ids: readonly Id[]): void
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
  hint: () => {},
  endUser: () => {},
  endSession: () => {},
  close: async () => {},
})
