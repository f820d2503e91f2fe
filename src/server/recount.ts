/** `npm run recount`: works the sums that are kept beside records out of all records again. */
import { runCommand, say } from './company/command.ts'
import { demandCompany } from './company/demand-company.ts'
import { openDatabase } from './open.ts'
import { recount } from './resource/recount.ts'

await runCommand('recount', async (config, catalog) => {
  await demandCompany(config)
  const database = await openDatabase(config)
  try {
    const kinds = await database.kysely.transaction().execute((db) => recount(db, catalog))
    say(`${kinds} kinds of sums are built anew.`)
  } finally {
    await database.close()
  }
})
