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
  type PropDescriptor,
} from 'react-docgen'
import type { Plugin } from 'vite'
import { defaults } from './defaults.ts'

/** Follows types to our own files, by the paths of package.json too, and to no package. */
const importer = makeFsImporter((name, folder) => {
  if (name.startsWith('.')) return resolve(folder, name)
  if (/^#(?!css\b)/.test(name)) return createRequire(join(folder, 'any.js')).resolve(name)
  throw Object.assign(new Error(`${name} is not followed.`), { code: 'MODULE_NOT_FOUND' })
})

const config: Config = {
  resolver: new builtinResolvers.FindExportedDefinitionsResolver(),
  handlers: [...Object.values(builtinHandlers), defaults],
  importer,
}

/** Names the type of a prop that is a readonly array, which react-docgen does not know. */
function nameType(prop: string, info: PropDescriptor, source: string) {
  if (info.tsType?.name !== 'unknown') return
  const written = new RegExp(`^\\s+${prop}\\??: (readonly .+)$`, 'm').exec(source)?.[1]
  if (written) info.tsType = { name: written }
}

/** What is said of a file's exported components: their sentence and their props. A file without components has none. */
export function documentationOf(file: string, source = readFileSync(file, 'utf8')): Documentation[] {
  try {
    const found = parse(source, { ...config, filename: file })
    for (const { props = {} } of found) for (const [prop, info] of Object.entries(props)) nameType(prop, info, source)
    return found
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
      const memoized = [...source.matchAll(/^export const (\w+) = memo\((\w+)\)/gm)]
      const code = [
        ...named.map((info) => `;${info.displayName}.__docgenInfo=${JSON.stringify(info)}`),
        ...memoized.map(([, name, plain]) => `;${name}.__docgenInfo=${plain}.__docgenInfo`),
      ].join('')
      return code ? { code: source + code, map: null } : null
    },
  },
}
