import type { Id } from '../../core/access/access.ts'

/** How a process handles messages from the others. */
export interface RelayHandlers {
  /** Another process committed these events. */
  events(ids: readonly Id[]): void
  /** Closes a user's sockets in this process, except those of one session; or the sockets of one session. */
  endUser(user: Id, except: string | null): void
  endSession(session: string): void
  /** The listeners of this process, by prefix. */
  listeners(): ReadonlyMap<string, readonly Id[]>
  /** The connection is lost, so messages may be missed: drop everything cached that other processes may change. */
  lost(): void
  /** Messages may have been missed: the listeners of this process must fetch again. */
  missed(): void
}

/** Connects the processes that share a database, so that listeners of any process receive all changes. */
export interface Relay {
  /** False while messages from other processes may be missed. */
  readonly connected: boolean
  /** The users who listen to a prefix in other processes. */
  listeners(prefix: string): readonly Id[]
  /** Announces the current listeners of this process to the others. */
  announce(prefix: string, users: readonly Id[]): void
  /**
   * Notifies the others that these events were committed; if the notification is lost, their sweeps find the events.
   */
  hint(ids: readonly Id[]): void
  endUser(user: Id, except: string | null): void
  endSession(session: string): void
  close(): Promise<void>
}

export type OpenRelay = (handlers: RelayHandlers) => Promise<Relay>

/** For a single process, which has no others to talk to. */
export const openNoRelay: OpenRelay = async () => ({
  connected: true,
  listeners: () => [],
  announce: () => {},
  hint: () => {},
  endUser: () => {},
  endSession: () => {},
  close: async () => {},
})
