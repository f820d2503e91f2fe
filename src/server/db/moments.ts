import { sql, type RawBuilder } from 'kysely'

/** How far the clocks of two processes may differ, in milliseconds. */
const APART = 5 * 60_000

const inMs = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

/** Whether a moment was written by a clock that was ahead, and has been set back since. */
export const isAhead = (moment: RawBuilder<unknown>, now: Date, most = 0): RawBuilder<boolean> =>
  sql`${moment} > ${inMs(now, most + APART)}`

/**
 * Whether the moment until which something holds is over. It lay `most` milliseconds ahead when it was written: one that
 * lies further ahead than that would hold for as long as the clock was set back.
 */
export const isOver = (until: RawBuilder<unknown>, now: Date, most: number): RawBuilder<boolean> =>
  sql`(${until} <= ${now.toISOString()} or ${isAhead(until, now, most)})`
