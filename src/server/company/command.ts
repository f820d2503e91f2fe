import { existsSync } from 'node:fs'
import { readConfig, type Config } from '../config.ts'
import { loadModules } from '../modules.ts'
import { troubleOf } from '../db/trouble.ts'
import { keepPrivate } from './private.ts'
import { createCatalog, type Catalog } from '../resource/catalog.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Runs an operator's command with the server's configuration. A failure prints one sentence and exits with 1. */
export async function runCommand(
  name: string,
  task: (config: Config, catalog: Catalog, words: readonly string[]) => Promise<void>,
): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const config = readConfig(process.env, 'empty')
    for (const open of keepPrivate(config)) process.stderr.write(`${open}\n`)
    const catalog = createCatalog(config.databaseUrl === undefined ? 'sqlite' : 'postgres', await loadModules())
    await task(config, catalog, process.argv.slice(2))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const full = troubleOf(error) === 'full'
    process.stderr.write(`${name}: ${full ? `the disk is full (${why}). Make room, and try again.` : why}\n`)
    process.exitCode = 1
  }
}
