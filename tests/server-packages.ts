import { importsOf, isTest, targetOf, type Source } from './architecture.ts'

/** The server in a page's memory and its database, which only stories load. */
const inPages = ['src/server/browser.ts', 'src/server/db/wasm.ts']
const starts = /^src\/server\/|^modules\/[^/]+\/(server|sample\/sample)\.ts$/

/** What a source names to load it later, such as a wasm file of a package. */
const resolvedIn = (text: string) =>
  [...text.matchAll(/\b(?:require|resolve)\(\s*['"]([#@a-z][^'"]*)['"]/g)].map(([, from]) => from ?? '')

/**
 * The packages that the server's processes load, sorted: what src/server and the servers of modules import, and what
 * those files lead to.
 */
export function serverPackages(sources: readonly Source[]): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const found = new Set(
    [...texts.keys()].filter((path) => starts.test(path) && !isTest(path) && !inPages.includes(path)),
  )
  const packages = new Set<string>()
  for (const path of found) {
    const text = texts.get(path) ?? ''
    const loaded = importsOf(text).flatMap(({ from, typeOnly }) => (typeOnly ? [] : from))
    for (const from of [...loaded, ...resolvedIn(text)]) {
      const target = targetOf(path, from)
      const [, named] = /^package:(?!node:)((?:@[^/]+\/)?[^/]+)/.exec(target) ?? []
      if (named !== undefined) packages.add(named)
      else if (texts.has(target)) found.add(target)
    }
  }
  return [...packages].sort()
}
