import { isBrief, isThorough } from '../tier.ts'

/** The number of repetitions of each fault. */
export const counts = {
  sqliteKills: isThorough ? 200 : isBrief ? 2 : 3,
  postgresKills: isThorough ? 50 : 3,
  postgresRestarts: isThorough ? 5 : 1,
  processKills: isThorough ? 3 : 1,
  backups: isThorough ? 100 : 1,
  backupEngines: isThorough ? 2 : 1,
  commandKills: isThorough ? 40 : 1,
  liveFaults: isThorough ? 300 : 8,
  socketCycles: isThorough ? 10_000 : 1000,
  bombs: isThorough ? 20 : 5,
  payrollKills: isThorough ? 60 : 3,
  webhookKills: isThorough ? 60 : 3,
  killedUploads: isThorough ? 200 : 20,
  abortedReads: isThorough ? 400 : 20,
} as const
