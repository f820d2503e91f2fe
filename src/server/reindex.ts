/** `npm run reindex`: works out again by which words records are found, and builds the indexes of searches anew. */
import { runCommand, say } from './company/command.ts'
import { demandCompany } from './company/demand-company.ts'
import { reindex } from './db/schema.ts'
import { openDatabase } from './open.ts'

await runCommand('reindex', async (config, catalog) => {
  await demandCompany(config)
  const database = await openDatabase(config)
  try {
    const kinds = await database.kysely.transaction().execute((db) => reindex(database, db, catalog.entities))
    say(`${kinds} kinds of records are indexed anew.`)
  } finally {
    await database.close()
  }
})
