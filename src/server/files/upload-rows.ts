import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import { forUpdate, type Database, type Executor } from '../db/database.ts'
import type { Progress } from './upload-writer.ts'

/**
 * A file that was uploaded, or is being. The table is the journal of the file store: a file is only written after its
 * row exists, and a row is only deleted after its file is gone or belongs to a record.
 */
export interface UploadRow {
  readonly id: string
  readonly user_id: Id
  /** The path of the collection it will be attached to: `/api/projects/4/attachments`. */
  readonly place: string
  readonly name: string
  /** In bytes; null for a file in a form, whose size is only known at its end. */
  readonly size: number | null
  /** How much of it is durable, and the state its store needs to continue. */
  readonly saved: Progress
  /** In hex, once it is finished. */
  readonly sha256: string | null
  readonly path: string
  readonly created_at: string
  readonly finished_at: string | null
  /** The record it became; its file then belongs to that record. */
  readonly record_id: Id | null
  readonly removed_at: string | null
}

const columns = [
  'id',
  'place',
  'name',
  'state',
  'path',
  'created_at',
  'finished_at',
  'removed_at',
  'user_id',
  'size',
  'received',
  'record_id',
  'digest',
  'sha256',
] as const
/** By name, since PostgreSQL refuses to go on with a prepared `*` when another version of the app has added a column. */
const selected = sql.join(columns.map((name) => sql.ref(name)))
type Stored = Record<(typeof columns)[number], unknown>

const textOrNull = (value: unknown) => (value === null ? null : String(value))
const numberOrNull = (value: unknown) => (value === null ? null : Number(value))

const decoded = (row: Stored): UploadRow => ({
  id: String(row.id),
  user_id: Number(row.user_id),
  place: String(row.place),
  name: String(row.name),
  size: numberOrNull(row.size),
  saved: { size: Number(row.received), state: String(row.state), digest: textOrNull(row.digest) },
  sha256: textOrNull(row.sha256),
  path: String(row.path),
  created_at: String(row.created_at),
  finished_at: textOrNull(row.finished_at),
  record_id: numberOrNull(row.record_id),
  removed_at: textOrNull(row.removed_at),
})

export interface NewUpload {
  readonly id: string
  readonly user_id: Id
  readonly place: string
  readonly name: string
  readonly size: number | null
  readonly path: string
  readonly created_at: string
  readonly expires_at: string
  readonly locked_by: string | null
}

/** Adds a row unless one with its id exists. */
export async function insertUpload(db: Executor, row: NewUpload): Promise<void> {
  await sql`insert into uploads (id, user_id, place, name, size, received, state, path, created_at, expires_at, locked_by, locked_until)
    values (${row.id}, ${row.user_id}, ${row.place}, ${row.name}, ${row.size}, 0, '', ${row.path}, ${row.created_at}, ${row.expires_at}, ${row.locked_by}, ${row.locked_by && row.expires_at})
    on conflict do nothing`.execute(db)
}

/** One upload; `lock` keeps others from attaching or removing it until the transaction ends. */
export async function findUpload(db: Executor, id: string, lock?: Database['dialect']): Promise<UploadRow | undefined> {
  const { rows } =
    await sql<Stored>`select ${selected} from uploads as t where id = ${id}${lock ? forUpdate(lock) : sql``}`.execute(
      db,
    )
  return rows[0] && decoded(rows[0])
}

/**
 * Notes how much of a file is durable, as the holder of its lock (null without one).
 * @throws LockLost when another request has taken the lock
 */
export async function saveProgress(
  db: Executor,
  id: string,
  token: string | null,
  { size, state, digest }: Progress,
  expiresAt: string | null,
): Promise<void> {
  const expires = expiresAt === null ? sql`` : sql`, expires_at = ${expiresAt}`
  const { rows } =
    await sql`update uploads set received = ${size}, state = ${state}, digest = ${digest}${expires} where id = ${id} and removed_at is null and locked_by is not distinct from ${token} returning id`.execute(
      db,
    )
  if (!rows.length) throw new LockLost(`The upload ${id} is written by someone else by now.`)
}

/** The lease of this request expired, and another one has taken the lock. */
export class LockLost extends Error {}

export async function markFinished(
  db: Executor,
  id: string,
  { now, sha256 }: { now: string; sha256: string | null },
): Promise<void> {
  await sql`update uploads set finished_at = ${now}, sha256 = ${sha256} where id = ${id} and finished_at is null`.execute(
    db,
  )
}

/** Gives the file to a record. */
export async function markAttached(db: Executor, id: string, record: Id): Promise<void> {
  await sql`update uploads set record_id = ${record} where id = ${id}`.execute(db)
}

/** How many uploads of a user are not attached yet, and their bytes as announced. */
export async function pendingOf(db: Executor, user: Id): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{
    files: unknown
    bytes: unknown
  }>`select count(*) as files, coalesce(sum(size), 0) as bytes from uploads where user_id = ${user} and record_id is null and removed_at is null`.execute(
    db,
  )
  return { files: Number(rows[0]?.files), bytes: Number(rows[0]?.bytes) }
}

/** Claims an upload that belongs to no record for removal; false when it was attached meanwhile. */
export async function claimRemoval(db: Executor, id: string, now: string): Promise<boolean> {
  const { rows } =
    await sql`update uploads set removed_at = ${now} where id = ${id} and record_id is null returning id`.execute(db)
  return rows.length > 0
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await sql`delete from uploads where id = ${id}`.execute(db)
}

/** Uploads that expired or whose removal was interrupted. */
export async function expiredUploads(db: Executor, now: string): Promise<UploadRow[]> {
  const { rows } =
    await sql<Stored>`select ${selected} from uploads where record_id is null and (removed_at is not null or (expires_at < ${now} and (locked_until is null or locked_until < ${now})))`.execute(
      db,
    )
  return rows.map(decoded)
}

/** Uploads for one place that belong to no record. */
export async function uploadsAt(db: Executor, place: string): Promise<UploadRow[]> {
  const { rows } =
    await sql<Stored>`select ${selected} from uploads where place = ${place} and record_id is null`.execute(db)
  return rows.map(decoded)
}

/** Uploads that are complete, but were interrupted before their store had finished them. */
export async function unfinishedUploads(db: Executor, now: string): Promise<UploadRow[]> {
  const { rows } =
    await sql<Stored>`select ${selected} from uploads where finished_at is null and removed_at is null and received = size and (locked_until is null or locked_until < ${now})`.execute(
      db,
    )
  return rows.map(decoded)
}

/** The paths of all unfinished uploads. */
export async function unfinishedPaths(db: Executor): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ path: string }>`select path from uploads where finished_at is null`.execute(db)
  return new Set(rows.map(({ path }) => path))
}
