import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** A source file: its path from the repository's root and its text. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** A violation: its file, a description, and what to do instead. */
export interface Violation {
  readonly path: string
  readonly says: string
}

const generated = new Set(['node_modules', 'styled-system', 'dist'])

/** The paths of all files below the folders, from the root. */
export function filesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (generated.has(entry.name)) return []
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesIn(path) : [path]
    }),
  )
}

/** The TypeScript sources below the folders. */
export const sourcesIn = (...folders: string[]): Source[] =>
  filesIn(...folders)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const isTest = (path: string) => /\.(test|fixture)\.tsx?$/.test(path)
export const isStory = (path: string) => path.endsWith('.stories.tsx')

interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

const codeOf = (text: string) => text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')

/** The static and re-exported imports of a source. */
function staticImportsOf(text: string): Import[] {
  const statements = codeOf(text).matchAll(
    /(?:^|[;\n])\s*(?:import|export)\s+(type\s)?(?:[^'"`;=()]*?\sfrom\s*)?['"]([^'"]+)['"]/g,
  )
  return [...statements].map(([, type, from]) => ({ from: from ?? '', typeOnly: type !== undefined }))
}

/** The static, re-exported and dynamic imports of a source. */
export function importsOf(text: string): Import[] {
  const loads = codeOf(text).matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [...staticImportsOf(text), ...[...loads].map(([, from]) => ({ from: from ?? '', typeOnly: false }))]
}

const aliases = ['lib', 'core', 'ui', 'blocks', 'app', 'server'] as const

/** The path from the root that an import refers to, or the package's name. */
export function targetOf(path: string, from: string): string {
  const [head = '', ...rest] = from.split('/')
  if (head === '#css') return ['styled-system', ...rest].join('/')
  if (head === '#modules') return ['modules', ...rest].join('/')
  if (aliases.some((alias) => head === `#${alias}`)) return ['src', head.slice(1), ...rest].join('/')
  if (!from.startsWith('.')) return `package:${from}`
  return relative(root, join(root, dirname(path), from)).replaceAll('\\', '/')
}

interface Row {
  /** The files that the row applies to. */
  readonly from: RegExp
  /** The files of the repository they may import; `{own}` stands for the module's own folder. */
  readonly may: readonly string[]
  /** The packages they may import, if restricted. Type-only imports are always allowed. */
  readonly packages?: RegExp
  /** What to do instead. */
  readonly wayOut: string
}

const both = ['src/lib/', 'src/core/entity/', 'src/core/access/', 'src/core/query/', 'src/core/report/']
const shared = [...both, 'modules/[^/]+/entities.ts', 'modules/[^/]+/guards.ts', '{own}/[a-z0-9-]+.ts']

/** The table of allowed imports. The first row that matches a file applies. */
const table: readonly Row[] = [
  {
    from: /^src\/lib\//,
    may: ['src/lib/'],
    wayOut: 'lib holds pure functions and knows nothing of ours: pass in what it needs.',
  },
  {
    from: /^src\/core\/(entity|access|query|report)\//,
    may: both,
    wayOut: 'descriptions and rules run on both sides: they use lib and each other only.',
  },
  {
    from: /^src\/core\/module\//,
    may: ['src/core/entity/', 'src/core/access/', 'src/core/query/', 'src/core/module/'],
    packages: /^$/,
    wayOut: 'a module is described by entities, access and React’s types: what runs belongs into app or blocks.',
  },
  {
    from: /^src\/core\//,
    may: ['src/lib/', 'src/core/'],
    packages: /^(@preact\/signals.*|idb|ofetch|laravel-echo|pusher-js|tus-js-client|zod)$/,
    wayOut: 'core knows no screen: let blocks or app pass in what it needs.',
  },
  {
    from: /^src\/(ui|theme)\//,
    may: ['src/lib/', 'src/ui/', 'src/theme/', 'styled-system/'],
    wayOut: 'the kit runs alone in Storybook: take a prop instead, and wire it in blocks.',
  },
  {
    from: /^src\/blocks\//,
    may: ['src/lib/', 'src/core/', 'src/ui/', 'src/blocks/', 'styled-system/'],
    wayOut: 'blocks join kit and core: modules fill slots, the app passes services in.',
  },
  {
    from: /^src\/(app\/|main\.tsx$|env\.d\.ts$)/,
    may: ['src/lib/', 'src/core/', 'src/ui/', 'src/blocks/', 'src/app/', 'src/theme/', 'styled-system/'],
    wayOut: 'the app finds modules through their module.ts, in app/modules.ts alone: use the registry or a slot.',
  },
  {
    from: /^src\/server\//,
    may: [...both, 'src/server/'],
    wayOut: 'the server finds modules in server/modules.ts alone: use the catalog, or move shared code to core/entity.',
  },
  {
    from: /^src\/demo\//,
    may: [
      'src/(lib|core|ui|blocks|app|theme|demo)/',
      'src/main[.]tsx',
      'src/server/browser[a-z-]*.ts',
      'styled-system/',
    ],
    wayOut: 'the demo puts app and browser server together, and changes neither.',
  },
  { from: /^src\/[\w.-]+$/, may: ['src/lib/'], wayOut: 'scripts beside the sources stand alone.' },
  {
    from: /^modules\/[^/]+\/(module|index|components)\.ts$|^modules\/[^/]+\/(screens|dialogs|parts)\//,
    may: [
      'src/lib/',
      'src/core/',
      'src/ui/',
      'src/blocks/',
      'styled-system/',
      '{own}/(?!server|module)',
      'modules/[^/]+/(index|components|entities).ts',
    ],
    wayOut:
      'another module is used through its index.ts, components.ts or entities.ts; the app through blocks and slots.',
  },
  {
    from: /^modules\/[^/]+\/(entities|guards)\.ts$/,
    may: shared,
    wayOut: 'descriptions and guards run on both sides: they use lib, core/entity, core/access and their like.',
  },
  {
    from: /^modules\/[^/]+\//,
    may: [
      ...shared,
      'modules/[^/]+/(tell|assignee|serve|slots|facts).ts',
      '{own}/(sample|server)/',
      'src/server/define-server.ts',
    ],
    wayOut: 'a server door and its rules use descriptions, guards and #server/define-server.ts.',
  },
]

const usesServer = ({ path, text }: Source) =>
  importsOf(text).some(({ from }) => targetOf(path, from).startsWith('src/server/'))

/** Files that use the server, so that the browser must not load them. */
const serverSide = (sources: readonly Source[]) =>
  new Set(sources.flatMap((source) => (usesServer(source) ? [source.path] : [])))

export const moduleOf = (path: string): string | undefined => /^modules\/([^/]+)\//.exec(path)?.[1]

/** Imports that the table forbids. Tests may import anything. */
export function forbiddenImports(sources: readonly Source[]): Violation[] {
  const ofServer = serverSide(sources)
  return sources.flatMap(({ path, text }) => {
    if (isTest(path)) return []
    const row = table.find(({ from }) => from.test(path))
    if (!row)
      return [
        { path, says: 'stands where no row of "Who may import whom" reaches: move it into a folder of the house.' },
      ]
    const runsThere = row.may.some((start) => start.startsWith('src/server/'))
    const own = `modules/${moduleOf(path)}`
    const may = row.may.map((start) => new RegExp(`^${start.replace('{own}', own).replaceAll('.ts', '\\.ts$')}`))
    return importsOf(text).flatMap(({ from, typeOnly }): Violation[] => {
      const target = targetOf(path, from)
      if (isStory(path) && target === '.storybook/preview.tsx') return []
      const named = /^package:((?:@[^/]+\/)?[^/]+)/.exec(target)?.[1]
      const free =
        named === undefined
          ? may.some((start) => start.test(target)) && (runsThere || !ofServer.has(target))
          : typeOnly || (row.packages?.test(named) ?? true)
      return free ? [] : [{ path, says: `may not import ${from}: ${row.wayOut}` }]
    })
  })
}

/**
 * Components that come with the first screen because a module's module.ts leads to them. What is registered there loads
 * its components when they are shown, and the doors that it imports hold slots, lazy functions and descriptions alone.
 */
export function eagerComponents(sources: readonly Source[]): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  return sources
    .filter(({ path }) => /^modules\/[^/]+\/module\.ts$/.test(path))
    .flatMap((start) => {
      const found = new Set([start.path])
      for (const path of found)
        for (const { from, typeOnly } of staticImportsOf(texts.get(path) ?? '')) {
          const target = targetOf(path, from)
          if (!typeOnly && texts.has(target)) found.add(target)
        }
      return [...found].filter((path) => path.endsWith('.tsx')).map((path) => `${start.path} leads to ${path}`)
    })
}

/** Import cycles between modules; one module of a cycle must offer a slot instead. */
export function moduleCycles(sources: readonly Source[]): string[][] {
  const needs = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const id = moduleOf(path)
    if (!id || isTest(path)) continue
    const needed = needs.get(id) ?? new Set<string>()
    needs.set(id, needed)
    for (const { from } of importsOf(text)) {
      const other = moduleOf(targetOf(path, from))
      if (other && other !== id) needed.add(other)
    }
  }
  const cycles: string[][] = []
  const visit = (id: string, way: readonly string[]) => {
    const at = way.indexOf(id)
    if (at >= 0) {
      const cycle = way.slice(at)
      if (cycle.every((other) => id <= other)) cycles.push([...cycle, id])
      return
    }
    for (const other of needs.get(id) ?? []) visit(other, [...way, id])
  }
  for (const id of needs.keys()) visit(id, [])
  return [...new Set(cycles.map((cycle) => cycle.join(' → ')))].map((cycle) => cycle.split(' → '))
}

/** What of a module's server stands beside its folders: its entry, and what other modules use. */
const doors = /^(server|tell|assignee|serve|slots|facts)\.ts$/
/** How many files a module may have beside its folders, tests not counted. */
const MOST_BESIDE = 20
const isBeside = (id: string, path: string) => new RegExp(`^modules/${id}/[^/]+(?<!\\.test)\\.ts$`).test(path)

/** Module files in non-standard places. */
export function misplaced(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, text }): Violation[] => {
    const id = moduleOf(path)
    if (!id) return []
    const inside = path.slice(`modules/${id}/`.length)
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|stories|fixture))?\.tsx?$/
    if (!/^[a-z][a-z0-9-]*$/.test(id))
      return [{ path, says: `is in the folder "${id}": folders are named in kebab-case.` }]
    const [folder = '', ...rest] = inside.split('/')
    const name = rest.at(-1) ?? folder
    if (!kebab.test(name)) return [{ path, says: 'is not named in kebab-case.' }]
    if (rest.length === 0 && sources.filter((one) => isBeside(id, one.path)).length > MOST_BESIDE)
      return [
        {
          path,
          says: `is one of more than ${MOST_BESIDE} files beside each other: put what only server.ts uses into server/.`,
        },
      ]
    if (rest.length === 0 && !isTest(path) && !doors.test(inside) && usesServer({ path, text }))
      return [{ path, says: 'uses the server beside what runs in the browser: put it into server/.' }]
    if (rest.length === 0 && name.endsWith('x'))
      return [{ path, says: 'is a component beside the serverModules: put it into screens/, dialogs/ or parts/.' }]
    if (rest.length > 0 && !['screens', 'dialogs', 'parts', 'sample', 'server'].includes(folder))
      return [{ path, says: `is in ${folder}/: a module has screens/, dialogs/, parts/, server/ and sample/.` }]
    if (
      folder === 'screens' &&
      rest.length === 1 &&
      /^(?!.*\.(test|stories)\.)/.test(name) &&
      name.endsWith('.tsx') &&
      !/(-screen|-tab)\.tsx$/.test(name)
    )
      return [{ path, says: 'is among the screens and not named …-screen.tsx (or …-tab.tsx).' }]
    return []
  })
}

/** Folders of the kit with a component but no stories. */
export function withoutStories(paths: readonly string[]): string[] {
  const folders = Map.groupBy(
    paths.filter((path) => /^src\/ui\/[^/]+\//.test(path)),
    (path) => dirname(path),
  )
  return [...folders].flatMap(([folder, files]) => {
    const shows = files.some((path) => path.endsWith('.tsx') && !/\.(test|stories)\.tsx$/.test(path))
    return shows && !files.some((path) => path.endsWith('.stories.tsx')) ? [folder] : []
  })
}

const topLevel = new Set([
  'README.md',
  'LICENSE',
  'docs',
  'modules',
  'package-lock.json',
  'package.json',
  'panda.config.ts',
  'src',
  'tests',
  'tsconfig.json',
  'vite.config.ts',
])

/** Files at the top level that belong elsewhere, except dotfiles and ignored files. */
export function strays(names: readonly string[], ignored: string): string[] {
  const passed = new Set(ignored.split('\n').map((line) => line.trim().replace(/\/$/, '')))
  return names.filter(
    (name) => !name.startsWith('.') && !topLevel.has(name) && !passed.has(name) && !name.endsWith('.log'),
  )
}

/** The text of a file by its path from the root. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export const topLevelNames = (): string[] => readdirSync(root)
export const ignoredNames = (): string =>
  existsSync(join(root, '.gitignore')) ? readFileSync(join(root, '.gitignore'), 'utf8') : ''
