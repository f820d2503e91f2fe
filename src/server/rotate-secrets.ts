/** `npm run rotate-secrets`: makes a new secret for signatures, and ends all sessions and mailed links. */
import { sql } from 'kysely'
import { randomHex } from '../lib/random-hex.ts'
import { runCommand, say } from './company/command.ts'
import { demandCompany } from './company/demand-company.ts'
import { openDatabase } from './open.ts'

await runCommand('rotate-secrets', async (config) => {
  await demandCompany(config)
  const database = await openDatabase(config)
  try {
    await database.kysely.transaction().execute(async (db) => {
      const { rows } =
        await sql`update app_settings set value = ${randomHex(32)} where name = 'secret' returning name`.execute(db)
      if (!rows.length) throw new Error('there is no company here yet, and so no secret.')
      await sql`delete from sessions`.execute(db)
      await sql`delete from share_sessions`.execute(db)
      await sql`delete from links`.execute(db)
      await sql`delete from sign_in_steps`.execute(db)
    })
  } finally {
    await database.close()
  }
  say('The secret is new: everyone is signed out, and links that were mailed or copied are void.')
  say('Restart every process of this company now. Until then it signs with the old secret.')
})
