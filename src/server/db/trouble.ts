/** Why something could not be stored that is no fault of whoever asked: no room for it, or nobody there to take it. */
export type Trouble = 'full' | 'away'

/** node:sqlite's `errcode`: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which it says of the shared index of its log. */
const sqliteFull: readonly unknown[] = [13, 4874]
/** EFBIG is what a process hears that may write no larger files. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/**
 * PostgreSQL's own codes (Appendix A): connection exceptions, an operator's intervention (a restart, a crash, starting
 * up), too many connections, and a server that became a read-only standby.
 */
const awayCodes = /^(08...|57P0[1-4]|53300|25006)$/
/** What the driver says without a code of its own. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection|Client was closed)/

/** Tells such an error from one of our own making, by the codes of the system and of either engine. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (full.has(code) || ('errcode' in error && sqliteFull.includes(error.errcode))) return 'full'
  return away.has(code) || awayCodes.test(code) || awayWords.test(error.message) ? 'away' : null
}

/** Waits for a write that may as well be left out while there is no room for it. */
export async function ifThereIsRoom(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (troubleOf(error) !== 'full') throw error
  }
}
