/**
 * `npm run check:files`: names files that records miss, files that nothing names, names that would not be taken now, and
 * what modules find. Ends with 1 if files are missing or stray.
 */
import { sql } from 'kysely'
import { runCommand, say } from './company/command.ts'
import { demandCompany } from './company/demand-company.ts'
import type { Ctx } from './ctx.ts'
import { pickRows } from './db/asking.ts'
import { alive, condition } from './db/conditions.ts'
import { checkFiles } from './files/check.ts'
import { openDatabase, openDirectories, openFiles } from './open.ts'

await runCommand('check:files', async (config, catalog) => {
  await demandCompany(config)
  const database = await openDatabase(config)
  try {
    const uploading = catalog.entities.filter((entity) => catalog.serving(entity).uploads)
    const { missing, strays, names } = await checkFiles(database, openFiles(config), uploading)
    for (const one of missing) say(`missing  ${one}`)
    for (const one of strays) say(`stray    ${one}`)
    for (const one of names) say(`name     ${one}`)
    const pick: Ctx['pick'] = (entity, fields, where, picking = {}) => {
      const found = sql`${alive()} and ${condition(catalog, entity, where ?? {})}`
      return pickRows(database.kysely, catalog, entity, fields, found, picking)
    }
    const stored = { pick, directories: openDirectories(config) }
    for (const { check } of catalog.serverModules) for (const line of (await check?.(stored)) ?? []) say(line)
    say(`${missing.length} missing, ${strays.length} stray`)
    if (missing.length || strays.length) process.exitCode = 1
  } finally {
    await database.close()
  }
})
