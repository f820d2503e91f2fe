import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { holdsCompany } from './copy-database.ts'
import { DATABASE } from './manifest.ts'

/**
 * Finds out whether there is a company where a configuration says, and leaves everything as it is: opening a database
 * that is not there would make one.
 * @throws with a sentence for the operator, of what was looked for, where, and what to set
 */
export async function demandCompany({ databaseUrl, dataDir, s3 }: Config): Promise<void> {
  const found = await stat(dataDir).catch(() => null)
  if (databaseUrl === undefined || s3 === undefined)
    if (!found?.isDirectory())
      throw new Error(`there is no folder ${dataDir}. Set DATA_DIR to the folder of the company.`)
  if (databaseUrl !== undefined) return demandOnServer(databaseUrl)
  const database = await stat(join(dataDir, DATABASE)).catch(() => null)
  if (!database?.size)
    throw new Error(
      `there is no company in ${dataDir}: ${DATABASE} is not there. Set DATA_DIR to the folder of the company, or DATABASE_URL to its server.`,
    )
}

async function demandOnServer(url: string): Promise<void> {
  const { openPostgres } = await import('../db/postgres.ts')
  const database = openPostgres(url, { max: 1 })
  try {
    if (await holdsCompany(database)) return
  } finally {
    await database.close()
  }
  const { host, pathname } = new URL(url)
  throw new Error(
    `there is no company in the database ${host}${pathname}: it has no people. Set DATABASE_URL to the database of the company.`,
  )
}
