import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json, from which the server's files are found: it runs from its sources, or from dist-server/. */
export const root = above(import.meta.dirname)

function above(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`There is no package.json above ${import.meta.dirname}.`)
  return above(parent)
}
