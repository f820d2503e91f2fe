import type { Dialect, Executor } from '../db/database.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Space } from './disk.ts'
import { BACKUP_JOB } from '../jobs/daily.ts'
import {
  endedSince,
  isUnderWay,
  laneStates,
  lastMail,
  lastTest,
  troubledJobs,
  type Ended,
  type LaneState,
  type TestMail,
  type TroubledJob,
} from '../jobs/job-state.ts'
import { signedIn, type SignedIn } from './signed-in.ts'
import { storageOf, type Storage } from './storage.ts'
import type { Way } from './way.ts'

/** Kinds of work are counted over so many milliseconds. */
const DAY = 86_400_000
/** So long the file store has to answer, in milliseconds: the page waits for it. */
const PATIENCE = 3000

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
  /** When the process that answers began, ISO 8601. */
  readonly started_at: string
  readonly engine: Dialect
  readonly storage: Storage
  /** The disk of the data folder of the process that answers; null where there is none, or the system does not tell. */
  readonly disk: Space | null
  readonly lanes: readonly LaneState[]
  readonly troubled: readonly TroubledJob[]
  /** What was done, and what failed for good, in the last 24 hours. */
  readonly ended: readonly Ended[]
  readonly signed_in: SignedIn
  /** The bucket that files are kept in, null for a folder, and why none can be kept or read now; null where they can. */
  readonly file_store: { readonly bucket: string | null; readonly problem: string | null }
  /** Whether devices and phones can be told at all. */
  readonly push: boolean
  readonly texts: boolean
  /** The address that people should open the app at, and how this request came. */
  readonly app_url: string
  readonly way: Way | null
  /** Live connections of the process that answers. */
  readonly connections: number
  readonly mail: { readonly sends: boolean; readonly last_at: string | null; readonly test: TestMail | null }
  /** Null where no place for daily backups is set. */
  readonly backups: { readonly last: LastBackup | null; readonly making: boolean } | null
  /** Of the process that answers; null where it was started on purpose. */
  readonly started_again: StartedAgain | null
  /** Whether the memory of what decodes files is watched; null where nothing decodes any. */
  readonly watches_memory: boolean | null
}

interface Deps {
  readonly version: string | undefined
  readonly dialect: Dialect
  readonly startedAt: string
  readonly uploading: readonly Entity[]
  readonly connections: () => number
  readonly sendsMail: boolean
  readonly sendsPush: () => boolean
  readonly sendsTexts: boolean
  readonly appUrl: string
  /** The bucket's name; not where files are in a folder. */
  readonly bucket: string | undefined
  /** @throws why files can be neither kept nor read */
  readonly reachFiles: () => Promise<void>
  /** Finds the newest backup; not where none are made. */
  readonly lastBackup?: (() => Promise<LastBackup | null>) | undefined
  /** The space of the disk that the data folder is on; not where there is none. */
  readonly space?: (() => Promise<Space | null>) | undefined
  readonly startedAgain: StartedAgain | undefined
  readonly watchesMemory: boolean | undefined
}

/** Why the file store cannot be used; null if it can. */
async function problemOf(reach: () => Promise<void>): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(`It did not answer within ${PATIENCE / 1000} seconds.`), PATIENCE)
  })
  const tried = reach().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  try {
    return await Promise.race([tried, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the state of the whole system, with a few statements that do not grow with the company's records. */
export const createStatus =
  (deps: Deps) =>
  async (db: Executor, now: string, way: Way | null = null): Promise<SystemStatus> => ({
    version: deps.version ?? null,
    started_at: deps.startedAt,
    engine: deps.dialect,
    storage: await storageOf(db, deps.dialect, deps.uploading),
    disk: (await deps.space?.()) ?? null,
    lanes: await laneStates(db, now),
    troubled: await troubledJobs(db),
    ended: await endedSince(db, new Date(Date.parse(now) - DAY).toISOString()),
    signed_in: await signedIn(db, now),
    file_store: { bucket: deps.bucket ?? null, problem: await problemOf(deps.reachFiles) },
    push: deps.sendsPush(),
    texts: deps.sendsTexts,
    app_url: deps.appUrl,
    way,
    connections: deps.connections(),
    mail: { sends: deps.sendsMail, last_at: await lastMail(db), test: await lastTest(db) },
    backups: deps.lastBackup ? { last: await deps.lastBackup(), making: await isUnderWay(db, BACKUP_JOB) } : null,
    started_again: deps.startedAgain ?? null,
    watches_memory: deps.watchesMemory ?? null,
  })
