import { inject } from 'vitest'
import { momentIn, type Day } from '#lib/days.ts'
import { clockOf, ZONE, type Clock } from './clock.ts'

/** How long a clock is to go on; days have 24 hours. */
interface Duration {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly milliseconds?: number
}

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Where it began: what the sample company of its world is seeded by. */
  readonly start: Date
  /** Whether a test named its start. Otherwise it is that of the run. */
  readonly hasOwnStart: boolean
  /** Goes on for this long; less than nothing turns it back. */
  pass(duration: Duration): void
  /** Goes to a time of a company's day, `HH:MM`. */
  moveTo(day: Day, time: string): void
}

/**
 * Creates a clock for one world, given once: `openSample(clock)` seeds the company by it, and the world on that database
 * tells it. It starts when the run began, so on any day there is. A test of one day in the calendar, such as one with a
 * change of the clocks, names the time in the company's zone: `createTestClock('2027-03-10 08:00')`.
 */
export function createTestClock(wanted?: `${number}-${number}-${number} ${number}:${number}`): TestClock {
  const [day = '', time] = wanted?.split(' ') ?? []
  const start = new Date(wanted ? momentIn(ZONE, day, time) : inject('clockStart'))
  let at = start.getTime()
  return {
    ...clockOf(() => new Date(at)),
    start,
    hasOwnStart: wanted !== undefined,
    pass: ({ days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }) => {
      at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    },
    moveTo: (to, timeThere) => {
      at = Date.parse(momentIn(ZONE, to, timeThere))
    },
  }
}
