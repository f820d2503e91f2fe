/**
 * A storage failure that is not the client's fault: `full` when there is no space left, `away` when the database is
 * unreachable, `unstored` when the bucket of the files is unreachable or refuses to serve.
 */
export type Trouble = 'full' | 'away' | 'unstored'

/** The code of errors of a bucket. */
export const UNSTORED = 'UNSTORED'

/**
 * node:sqlite's `errcode`: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, raised when the shared index of the log cannot grow.
 */
const sqliteFull: readonly unknown[] = [13, 4874]
/** EFBIG occurs when a process has reached its file size limit. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/**
 * PostgreSQL's own codes (Appendix A): connection exceptions, operator intervention (a restart, a crash, starting up),
 * too many connections, and a server that has become a read-only standby.
 */
const awayCodes = /^(08...|57P0[1-4]|53300|25006)$/
/** Driver messages for errors that have no code. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection|Client was closed)/

/** Distinguishes storage failures from bugs, by the error codes of the system and of both engines. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (full.has(code) || ('errcode' in error && sqliteFull.includes(error.errcode))) return 'full'
  if (code === UNSTORED) return 'unstored'
  return away.has(code) || awayCodes.test(code) || awayWords.test(error.message) ? 'away' : null
}

/** Awaits a write that may be skipped when there is no space left. */
export async function ifThereIsRoom(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (troubleOf(error) !== 'full') throw error
  }
}
