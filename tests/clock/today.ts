/**
 * The day that a run of the tests takes place on: `TODAY=2027-03-14 npm test`, or a moment of it
 * (`TODAY=2027-03-14T09:30Z`). Without TODAY it is the real one. Processes and pages that belong to the product know
 * nothing of it: the tests shift their `Date` before anything else runs in them.
 */
import { fileURLToPath } from 'node:url'

/** A day begins at this hour of the company's afternoon, far from any midnight for as long as a run takes. */
const START = 'T20:00Z'

function readOffset(): number {
  const { TODAY, CLOCK_OFFSET } = process.env
  // Set by the process that started this one, so that all of one run tell the same time.
  if (CLOCK_OFFSET) return Number(CLOCK_OFFSET)
  if (!TODAY) return 0
  const moment = Date.parse(/^\d{4}-\d\d-\d\d$/.test(TODAY) ? TODAY + START : TODAY)
  if (Number.isNaN(moment)) throw new Error(`TODAY is neither a day (2027-03-14) nor a moment: ${TODAY}`)
  const offset = moment - Date.now()
  process.env.CLOCK_OFFSET = String(offset)
  return offset
}

/** How far the tests' clock is from the real one, in milliseconds. */
export const clockOffset = readOffset()

/** What a Node process has to be started with to tell the tests' time. */
export const clockArgs: readonly string[] =
  clockOffset === 0 ? [] : ['--import', fileURLToPath(new URL('./set-in-node.ts', import.meta.url))]

/** The moment by the tests' clock, in processes whose `Date` is shifted and in those whose is not. */
export const momentOfRun = (): Date => new Date(performance.timeOrigin + performance.now() + clockOffset)
