import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import {
  builtinHandlers,
  builtinResolvers,
  ERROR_CODES,
  makeFsImporter,
  parse,
  type Config,
  type Documentation,
} from 'react-docgen'
import type { Plugin } from 'vite'

/** Follows types to our own files, by the paths of package.json too, and to no package. */
const importer = makeFsImporter((name, folder) => {
  if (name.startsWith('.')) return resolve(folder, name)
  if (/^#(?!css\b)/.test(name)) return createRequire(join(folder, 'any.js')).resolve(name)
  throw Object.assign(new Error(`${name} is not followed.`), { code: 'MODULE_NOT_FOUND' })
})

const config: Config = {
  resolver: new builtinResolvers.FindExportedDefinitionsResolver(),
  handlers: Object.values(builtinHandlers),
  importer,
}

/** What is said of a file's exported components: their sentence and their props. A file without components has none. */
export function documentationOf(file: string, source = readFileSync(file, 'utf8')): Documentation[] {
  try {
    return parse(source, { ...config, filename: file })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === ERROR_CODES.MISSING_DEFINITION) return []
    throw error
  }
}

/**
 * Gives components their `__docgenInfo`, from which Storybook makes tables of props and controls. Storybook's own plugin
 * does not know the paths of package.json, so that it sees no props whose types are in another file.
 */
export const docgen: Plugin = {
  name: 'docgen',
  enforce: 'pre',
  transform: {
    filter: { id: { include: /\/(src\/(ui|blocks)|modules)\/.*\.tsx$/, exclude: /\.(stories|test)\.tsx$/ } },
    handler(source, id) {
      const named = documentationOf(id, source).filter(({ displayName }) => displayName)
      const code = named.map((info) => `;${info.displayName}.__docgenInfo=${JSON.stringify(info)}`).join('')
      return code ? { code: source + code, map: null } : null
    },
  },
}
