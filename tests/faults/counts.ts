/** The full counts are run by `npm run faults`, in a few minutes; `npm test` runs the same tests with fewer of everything. */
const full = process.env.npm_lifecycle_event === 'faults:full'

/** How often each fault is tried, in one place. */
export const counts = {
  sqliteKills: full ? 200 : 8,
  postgresKills: full ? 50 : 3,
  postgresRestarts: full ? 5 : 1,
  processKills: full ? 3 : 1,
  liveFaults: full ? 300 : 8,
  socketCycles: full ? 10_000 : 1000,
} as const

/** Milliseconds a test may take at these counts. */
export const patience = full ? 900_000 : 90_000
