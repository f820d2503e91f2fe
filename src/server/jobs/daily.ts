import { dayIn, timeIn } from '../../lib/days.ts'
import type { Database } from '../db/database.ts'
import { PARTIAL_FILES_JOB } from '../files/partial-files.ts'
import type { Catalog } from '../resource/catalog.ts'
import { enqueue, type NewJob } from './jobs.ts'

/** The daily backup, which a thread of its own makes. */
export const BACKUP_JOB = 'backup'

/** The removal of what expired. */
export const PRUNE_JOB = 'prune'

/** From when on the day's backup is made: the hour of a day, 0 to 23, in a time zone (an IANA name). */
export interface BackupTime {
  readonly hour: number
  readonly zone: string
}

/** 14:00 UTC is morning from Boston to Honolulu. */
const MORNING = 14
/** When backups are made where no module says so. */
export const USUAL_TIME: BackupTime = { hour: MORNING, zone: 'UTC' }

/** One job per module, so that a failing one does not block the others, and one each for the file store and what expired. */
export const dailyJobs = (catalog: Catalog, day: string): NewJob[] => [
  ...catalog.daily.map(({ module }): NewJob => {
    return { kind: 'daily', lane: 'quick', payload: { module }, key: `daily ${day} ${module}` }
  }),
  ...[PARTIAL_FILES_JOB, PRUNE_JOB].map((kind): NewJob => {
    return { kind, lane: 'heavy', payload: null, key: `daily ${day} ${kind}` }
  }),
]

/**
 * The backup of the company's day, once its hour has come. The key names the day, so an hour that the clocks repeat makes
 * no second one, and one that they skip is made up for by the next.
 */
function backupJob({ hour, zone }: BackupTime, now: Date): NewJob[] {
  if (Number.parseInt(timeIn(zone, now)) < hour) return []
  return [{ kind: BACKUP_JOB, lane: 'heavy', payload: null, key: `daily ${dayIn(zone, now)} ${BACKUP_JOB}` }]
}

/**
 * Enqueues what is due of the day's jobs, from whichever process gets there first: those of modules and the file store
 * once per UTC date, the backup once per day of the company.
 */
export async function enqueueDaily(
  { kysely }: Database,
  catalog: Catalog,
  now: Date,
  backupTime: BackupTime,
): Promise<void> {
  const jobs = now.getUTCHours() < MORNING ? [] : dailyJobs(catalog, now.toISOString().slice(0, 10))
  await enqueue(kysely, now.toISOString(), [...jobs, ...backupJob(backupTime, now)])
}
