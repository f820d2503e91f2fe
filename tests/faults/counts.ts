/** `npm run faults` uses the full counts and takes a few minutes; `npm test` uses smaller ones. */
const full = process.env.npm_lifecycle_event === 'faults:full'

/** The number of repetitions of each fault. */
export const counts = {
  sqliteKills: full ? 200 : 8,
  postgresKills: full ? 50 : 3,
  postgresRestarts: full ? 5 : 1,
  processKills: full ? 3 : 1,
  backups: full ? 100 : 1,
  backupEngines: full ? 2 : 1,
  commandKills: full ? 40 : 1,
  liveFaults: full ? 300 : 8,
  socketCycles: full ? 10_000 : 1000,
} as const

/** The timeout of a test in milliseconds. */
export const patience = full ? 900_000 : 90_000
