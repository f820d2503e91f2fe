/**
 * Which proof this run is part of: `npm test` proves what a change can break, `npm run test:all` everything. A single run
 * of some files is part of neither: it tries both engines, with few repetitions. Pages of browsers know of none.
 */
const env = 'process' in globalThis ? process.env : {}

/** True where each kind of thing is tried once, not all that there are of it. */
export const isBrief: boolean = env.TEST_TIER === 'change'

/** True where everything is tried, as often as it takes to find what happens rarely. */
export const isThorough: boolean = env.TEST_TIER === 'all' || env.npm_lifecycle_event === 'faults:full'
