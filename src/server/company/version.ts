import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../root.ts'

/** The version in package.json. */
export async function versionOfApp(): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  return String((JSON.parse(text) as { version: unknown }).version)
}
