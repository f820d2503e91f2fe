/**
 * `npm run check:files`: names files that records miss, files that nothing names, names that would not be taken now, and
 * what modules find. Ends with 1 if files are missing or stray.
 */
import { existsSync } from 'node:fs'
import type { RawBuilder } from 'kysely'
import { keepPrivate } from './company/private.ts'
import { readConfig } from './config.ts'
import { checkFiles } from './files/check.ts'
import { createCatalog } from './resource/catalog.ts'
import { loadModules } from './modules.ts'
import { openDatabase, openDirectories, openFiles } from './open.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfig(process.env, 'empty')
for (const open of keepPrivate(config)) process.stderr.write(`${open}\n`)
const database = await openDatabase(config)
try {
  const catalog = createCatalog(database.dialect, await loadModules())
  const uploading = catalog.entities.filter((entity) => catalog.serving(entity).uploads)
  const { missing, strays, names } = await checkFiles(database, openFiles(config), uploading)
  for (const one of missing) say(`missing  ${one}`)
  for (const one of strays) say(`stray    ${one}`)
  for (const one of names) say(`name     ${one}`)
  const query = async <T>(statement: RawBuilder<T>) => (await statement.execute(database.kysely)).rows
  const stored = { query, directories: openDirectories(config) }
  for (const { check } of catalog.serverModules) for (const line of (await check?.(stored)) ?? []) say(line)
  say(`${missing.length} missing, ${strays.length} stray`)
  if (missing.length || strays.length) process.exitCode = 1
} finally {
  await database.close()
}
