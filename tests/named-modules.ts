import { isStory, isTest, moduleOf, type Source, type Violation } from './architecture.ts'

/** Names under which a module's things go: its folder, its entities and tables, and the first part of its addresses. */
export function namesOf(sources: readonly Source[]): Set<string> {
  return new Set(
    sources.flatMap(({ path, text }) => {
      if (isTest(path) || isStory(path)) return []
      const id = moduleOf(path)
      if (!id) return []
      const entities = path.endsWith('/entities.ts') ? [...text.matchAll(/defineEntity\('(\w+)'/g)] : []
      const tables = path.endsWith('/entities.ts') ? [...text.matchAll(/endpoint: '[^']*?(\w+)'/g)] : []
      const routes = path.endsWith('/module.ts') ? [...text.matchAll(/(?:route\(|to: |open: )'\/([\w-]+)/g)] : []
      return [id, ...[...entities, ...tables, ...routes].flatMap(([, name]) => name ?? [])]
    }),
  )
}

/** The code of a source without its comments. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')

/**
 * Where code that serves every module speaks of one: a string that is a name or an address of one, or the id of one of
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
