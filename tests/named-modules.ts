import { isStory, isTest, moduleOf, type Source, type Violation } from './architecture.ts'

/** The names of modules: their folders, entities and tables, and the first segments of their paths. */
export function namesOf(sources: readonly Source[]): Set<string> {
  return new Set(
    sources.flatMap(({ path, text }) => {
      if (isTest(path) || isStory(path)) return []
      const id = moduleOf(path)
      if (!id) return []
      const entities = [...text.matchAll(/defineEntity\('(\w+)'/g)]
      const tables = entities.length ? [...text.matchAll(/endpoint: '[^']*?(\w+)'/g)] : []
      const routes = path.endsWith('/module.ts') ? [...text.matchAll(/(?:\{ |^\s+|to: |open: )'\/([\w-]+)/gm)] : []
      return [id, ...[...entities, ...tables, ...routes].flatMap(([, name]) => name ?? [])]
    }),
  )
}

/** The code of a source without its comments. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')

/**
 * Finds code shared by all modules that names one of them: a string with a module's name or path, or with the id of one of
 * its entities.
 */
export function namedModules(sources: readonly Source[], names: ReadonlySet<string>): Violation[] {
  const words = [...names].map((name) => name.replaceAll('-', '[-_]')).join('|')
  const text = new RegExp(`['"\`](?:(${words})['"\`]|(?:/api)?/(${words})(?=['"\`/?]|\\$))`, 'g')
  const id = new RegExp(`\\b(${words})_id\\b`, 'g')
  const pattern = new RegExp(`\\\\/(${words})\\\\/`, 'g')
  return sources.flatMap(({ path, text: source }) => {
    if (isTest(path) || isStory(path) || path.endsWith('/story.tsx')) return []
    const code = codeOf(source).replace(/^\s*(import|export) [^;]*? from '[^']+'$|\bimport\('[^']+'\)/gm, '')
    const found = [text, id, pattern].flatMap((rule) => [...code.matchAll(rule)])
    const said = new Set(found.flatMap(([, name, place]) => name ?? place ?? []))
    return [...said].map((name) => ({ path, says: `names "${name}"` }))
  })
}
