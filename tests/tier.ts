/**
 * Which proof this run is part of: `npm test` proves what a change can break, `npm run test:all` everything. A single run
 * of some files is part of neither: it tries both engines, with few repetitions. Pages of browsers know of none.
 */
const env = 'process' in globalThis ? process.env : {}

/** True where each kind of thing is tried once, not all that there are of it. */
export const isBrief: boolean = env.TEST_TIER === 'change'

/** True where everything is tried, as often as it takes to find what happens rarely. */
export const isThorough: boolean = env.TEST_TIER === 'all' || env.npm_lifecycle_event === 'faults:full'

/**
 * How often a property is tried with random values: a quarter of the usual number in `npm test`, at least once. The
 * environment variable RUNS multiplies it.
 */
export const runs = (usual: number): number => Math.ceil((isBrief ? usual / 4 : usual) * Number(env.RUNS ?? 1))

/** Of many that are tried in the same way, the same fourth in `npm test`, and all in the whole proof. */
export const someOf = <T>(all: readonly T[]): readonly T[] => (isBrief ? all.filter((_, at) => at % 4 === 0) : all)
