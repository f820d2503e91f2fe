import type { Dialect, Executor } from '../db/database.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Space } from './disk.ts'
import { laneStates, lastMail, troubledJobs, type LaneState, type TroubledJob } from '../jobs/job-state.ts'
import { storageOf, type Storage } from './storage.ts'

/** The newest finished backup. */
export interface LastBackup {
  /** When it began, ISO 8601: every save that was answered before is in it. */
  readonly at: string
}

/** When a process was started in place of one that ended by itself, ISO 8601, and how that one ended. */
export interface StartedAgain {
  readonly at: string
  readonly after: string
}

/** What an operator watches. */
export interface SystemStatus {
  readonly version: string | null
  readonly engine: Dialect
  readonly storage: Storage
  /** The disk of the data folder of the process that answers; null where there is none, or the system does not tell. */
  readonly disk: Space | null
  readonly lanes: readonly LaneState[]
  readonly troubled: readonly TroubledJob[]
  /** Live connections of the process that answers. */
  readonly connections: number
  readonly mail: { readonly sends: boolean; readonly last_at: string | null }
  /** Null where no place for daily backups is set. */
  readonly backups: { readonly last: LastBackup | null } | null
  /** Of the process that answers; null where it was started on purpose. */
  readonly started_again: StartedAgain | null
  /** Whether the memory of what decodes files is watched; null where nothing decodes any. */
  readonly watches_memory: boolean | null
}

interface Deps {
  readonly version: string | undefined
  readonly dialect: Dialect
  readonly uploading: readonly Entity[]
  readonly connections: () => number
  readonly sendsMail: boolean
  /** Finds the newest backup; not where none are made. */
  readonly lastBackup?: (() => Promise<LastBackup | null>) | undefined
  /** The space of the disk that the data folder is on; not where there is none. */
  readonly space?: (() => Promise<Space | null>) | undefined
  readonly startedAgain: StartedAgain | undefined
  readonly watchesMemory: boolean | undefined
}

/** Reads the state of the whole system, with a statement each for storage, lanes, jobs in trouble and mail. */
export const createStatus =
  ({ version, dialect, uploading, connections, sendsMail, lastBackup, space, startedAgain, watchesMemory }: Deps) =>
  async (db: Executor, now: string): Promise<SystemStatus> => ({
    version: version ?? null,
    engine: dialect,
    storage: await storageOf(db, dialect, uploading),
    disk: (await space?.()) ?? null,
    lanes: await laneStates(db, now),
    troubled: await troubledJobs(db),
    connections: connections(),
    mail: { sends: sendsMail, last_at: await lastMail(db) },
    backups: lastBackup ? { last: await lastBackup() } : null,
    started_again: startedAgain ?? null,
    watches_memory: watchesMemory ?? null,
  })
