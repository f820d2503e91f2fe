import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The version in package.json. */
export async function versionOfApp(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return String((JSON.parse(text) as { version: unknown }).version)
}
