/** `npm run move -- --to postgres://…`, or `--to <folder>`: copies the company that the environment names there. */
import { runCommand, say } from './company/command.ts'
import { demandCompany } from './company/demand-company.ts'
import { moveCompany } from './company/move.ts'
import { openPostgres } from './db/postgres.ts'
import { openSqlite } from './db/sqlite.ts'
import { openDatabase } from './open.ts'

await runCommand('move', async (config, catalog, words) => {
  const to = words[words.indexOf('--to') + 1]
  if (!words.includes('--to') || !to)
    throw new Error('name the target: npm run move -- --to postgres://user@host/plumbline')
  await demandCompany(config)
  const isServer = /^postgres(ql)?:\/\//.test(to)
  const from = await openDatabase(config)
  const target = isServer ? openPostgres(to, { max: 2 }) : openSqlite(to)
  try {
    const tallies = await moveCompany(from, target, catalog, (table, rows) => rows && say(`${table}: ${rows}`))
    const rows = Object.values(tallies).reduce((sum, one) => sum + one.rows, 0)
    say(`${rows} rows in ${Object.keys(tallies).length} tables are copied, counted and compared.`)
    say(
      isServer
        ? `Set DATABASE_URL to ${new URL(to).host}'s address, and start the server.`
        : `Set DATA_DIR to ${to}, unset DATABASE_URL, and start the server.`,
    )
    if (!isServer && config.s3 === undefined)
      say(`Copy the folder files from ${config.dataDir} there too, if it is another one.`)
  } finally {
    await Promise.all([from.close(), target.close()])
  }
})
