import { sql, type RawBuilder } from 'kysely'
import { FORGOTTEN_HOURS } from '../auth/attempts.ts'
import { DEVICE_DAYS } from '../auth/devices.ts'
import { SESSION_DAYS, SESSION_MOST_DAYS } from '../auth/sessions.ts'
import { SHARE_DAYS } from '../auth/shares.ts'
import { TELL_DAYS } from '../events/events.ts'
import { turn } from '../files/turns.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { AnyWhere } from '../../core/query/where.ts'
import { condition } from './conditions.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Database, Executor } from './database.ts'
import type { Known } from './plan.ts'

/** Rows of a table that only pile up, and how long they are of use. docs/OPERATING.md lists them for operators. */
export interface Retention {
  /** What they are, in the words of that list. */
  readonly name: string
  readonly table: string
  /** 0 for rows that say themselves until when they hold. */
  readonly days: number
  /** Which rows are of no use any more: those whose age began before this moment, ISO 8601. */
  readonly expired: (before: string) => RawBuilder<unknown>
  /** Whether the file at each row's `path` goes with it. */
  readonly files?: boolean | undefined
}

/** Records of a module that only pile up. */
export interface RecordRetention extends Pick<Retention, 'name' | 'days' | 'files'> {
  readonly entity: Entity
  readonly expired: (before: string) => AnyWhere
}

/**
 * A phone may go unused for a season while a save is still unanswered; a retry after this long counts as a new save.
 */
const KEY_DAYS = 90
/** How long finished jobs are kept, so that sent mail can be looked up; an operator has longer for those that failed. */
const [DONE_DAYS, FAILED_DAYS] = [30, 90]

/** What is kept of the server's own tables. Rows that are in neither list, such as history, are kept for good. */
const own: readonly Retention[] = [
  {
    name: 'Answers to saves that a device may repeat',
    table: 'idempotency_keys',
    days: KEY_DAYS,
    expired: (before) => sql`created_at < ${before}`,
  },
  {
    name: 'Sessions that nobody uses',
    table: 'sessions',
    days: SESSION_DAYS,
    expired: (before) => sql`seen_at < ${before}`,
  },
  {
    name: 'Sessions, however much they are used',
    table: 'sessions',
    days: SESSION_MOST_DAYS,
    expired: (before) => sql`created_at < ${before}`,
  },
  {
    // Their links end within a year, or are renewed and opened anew.
    name: 'Browsers that a share link was opened in',
    table: 'share_sessions',
    days: SHARE_DAYS,
    expired: (before) => sql`created_at < ${before}`,
  },
  {
    name: 'Failed attempts to sign in',
    table: 'sign_in_attempts',
    days: FORGOTTEN_HOURS / 24,
    expired: (before) => sql`attempted_at < ${before}`,
  },
  { name: 'Used parts of limits', table: 'throttles', days: 0, expired: (now) => sql`until < ${now}` },
  {
    name: 'Devices that somebody signed in on',
    table: 'devices',
    days: DEVICE_DAYS,
    expired: (before) => sql`seen_at < ${before}`,
  },
  { name: 'Mailed links', table: 'links', days: 0, expired: (now) => sql`expires_at < ${now}` },
  {
    name: 'Codes and challenges of sign-ins',
    table: 'sign_in_steps',
    days: 0,
    expired: (now) => sql`expires_at < ${now}`,
  },
  { name: 'Jobs that are done', table: 'jobs', days: DONE_DAYS, expired: (before) => sql`done_at < ${before}` },
  {
    name: 'Jobs that failed for good',
    table: 'jobs',
    days: FAILED_DAYS,
    expired: (before) => sql`done_at is null and failed_at < ${before}`,
  },
  {
    // Attaching one again is answered with its record for as long as any other repeated save.
    name: 'Uploads that became a record, without their files',
    table: 'uploads',
    days: KEY_DAYS,
    expired: (before) => sql`record_id is not null and created_at < ${before}`,
  },
  {
    name: 'Events that are no history, such as viewed marks',
    table: 'events',
    days: TELL_DAYS,
    expired: (before) => sql`action = '' and created_at < ${before}`,
  },
]

/** Everything that is removed by its age, of the server and of its modules. */
export const retentions = (
  known: Known,
  modules: readonly { readonly retention?: readonly RecordRetention[] }[],
): Retention[] => [
  ...own,
  ...modules.flatMap(({ retention = [] }) =>
    retention.map(({ entity, expired, ...kept }) => ({
      ...kept,
      table: entity.table,
      expired: (before: string) => condition(known, entity, expired(before), { alias: entity.table }),
    })),
  ),
]

const DAY = 86_400_000
/** So many rows are deleted in one statement, during which others wait on SQLite. */
const AT_ONCE = 500

/** Removes the files of some rows, before the rows: what is left of them after a crash names what is left to remove. */
async function removeFiles(
  db: Executor,
  { table, expired }: Retention,
  before: string,
  store: Pick<FileStore, 'remove'>,
) {
  const { rows } = await sql<{
    path: string
  }>`select path from ${sql.table(table)} where path is not null and ${expired(before)}`.execute(db)
  for (const { path } of rows) await store.remove(path)
}

/** Deletes the rows whose time is over, a few at a time. */
export async function removeExpired(
  { dialect, kysely }: Pick<Database, 'dialect' | 'kysely'>,
  kept: readonly Retention[],
  now: Date,
  store: Pick<FileStore, 'remove'>,
): Promise<void> {
  const place = sql.raw(dialect === 'sqlite' ? 'rowid' : 'ctid')
  for (const one of kept) {
    const { table, days, expired } = one
    const before = new Date(now.getTime() - days * DAY).toISOString()
    if (one.files) await removeFiles(kysely, one, before, store)
    for (let removed = AT_ONCE; removed === AT_ONCE;) {
      const { rows } =
        await sql`delete from ${sql.table(table)} where ${place} in (select ${place} from ${sql.table(table)} where ${expired(before)} limit ${AT_ONCE}) returning 1 as one`.execute(
          kysely,
        )
      removed = rows.length
      await turn()
    }
  }
}
