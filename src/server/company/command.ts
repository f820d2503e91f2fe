import { existsSync } from 'node:fs'
import { readConfig, type Config } from '../config.ts'
import { loadModules } from '../modules.ts'
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
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
