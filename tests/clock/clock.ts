import { addDays, dayIn, type Day } from '#lib/days.ts'

/** The time zone of the sample company, whose days tests speak of. */
export const ZONE = 'America/Los_Angeles'

/** The one clock of a test's world: its server tells it, its sample is seeded by it, and its files are dated by it. */
export interface Clock {
  now(): Date
  /** The company's today, or the day that is this many days from it. */
  day(from?: number): Day
}

/** A clock that tells what a function says. */
export const clockOf = (now: () => Date): Clock => ({
  now,
  day: (from = 0) => addDays(dayIn(ZONE, now()), from),
})

/** The clock of a world that was given none, and of tests without a world: it goes on, from the moment of the run. */
export const runningClock: Clock = clockOf(() => new Date())
