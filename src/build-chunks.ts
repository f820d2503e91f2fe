import { readFileSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the bundler tells of the modules it has read. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const root = join(import.meta.dirname, '..')

/** The files that each `module.ts` registers in this way, by the import that ends the pattern. */
const registered = (way: RegExp) => () =>
  globSync('modules/*/module.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(way)].map(([, path = '']) => join(root, dirname(file), path)),
  )

/** The components that modules put into the bars and on Home. */
const homeParts = registered(
  /(?:(?:topBarStart|topBarEnd|homeAction|homeToday|needsYou)\(|detail:)\s*\(\) =>\s*import\('([^']+)'\)/g,
)
/** The tabs of a project. */
const projectTabs = registered(/projectTabs\([\s\S]*?import\('([^']+)'\)/g)

/** What a module shows to others: a file of nothing but `export { A, B } from './parts/a.tsx'`. */
const isDoor = (id: string) => /[\\/]modules[\\/][\w-]+[\\/](index|components)\.ts$/.test(id)
const passedOn = /^export \{([^}]*)\} from '([^']+)'/gm
const imported = /^import \{([^}]*)\} from '([^']+)'/gm
const namesIn = (list: string) =>
  list.split(',').flatMap((part) => /^\s*(?!type )([\w$]+)(?: as [\w$]+)?\s*$/.exec(part)?.[1] ?? [])

/** Where each name comes from that a file imports, or that a door passes on. */
function sourcesOf(file: string): { name: string; from: string }[] {
  if (!file.startsWith(root) || !/\.tsx?$/.test(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(isDoor(file) ? passedOn : imported)].flatMap(
    ([, names = '', from = '']) => namesIn(names).map((name) => ({ name, from: join(dirname(file), from) })),
  )
}

/**
 * What a file needs: what it imports, but of what a door passes on that alone which it names. The bundler leaves out the rest,
 * too, since modules have no side effects.
 */
function neededBy(file: string, graph: Graph): string[] {
  const idsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? []
  const named = sourcesOf(file)
  return idsOf(file).flatMap((id) => {
    if (!isDoor(id)) return id
    const names = named.flatMap(({ name, from }) => (from === id ? name : []))
    const shown = sourcesOf(id)
    const left = shown.flatMap(({ name, from }) => (names.includes(name) ? [] : from))
    return idsOf(id).filter(
      (other) => !left.includes(other) || shown.some(({ name, from }) => from === other && names.includes(name)),
    )
  })
}

/** A test of what these files need, directly or not, themselves included. */
function importedBy(files: () => string[]) {
  let found: Set<string> | undefined
  return (id: string, graph: Graph): boolean => {
    if (!found) {
      found = new Set()
      const waiting = files()
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (found.has(next)) continue
        found.add(next)
        waiting.push(...neededBy(next, graph))
      }
    }
    return found.has(id)
  }
}

/** A chunk of the modules that pass a test. */
const chunkOf = (name: string, priority: number, isPart: (id: string, graph: Graph) => boolean) => ({
  name: (id: string, graph: Graph) => (isPart(id, graph) ? name : null),
  debugName: name,
  priority,
})

/** Whoever imports one icon imports the package's list of all; those that are used belong to the app. */
const isIcon = (id: string) => id.includes('lucide-react')

const below = (folder: string, ...names: string[]) => importedBy(() => names.map((name) => join(root, folder, name)))
const ofLogin = below('src/app/shell', 'login-dialog.tsx')
/** Deletes what is on the device, also for signed-out people. */
const ofDevice = below('src/core/kept', 'clear-device.ts')
/** Nothing is asked of the server before the device has been asked. */
const ofApp = below('src', 'app/app.tsx', 'core/kept/kept.ts')
const ofHome = importedBy(homeParts)
const ofTabs = importedBy(projectTabs)
/** The screens that are a list. */
const listScreens = () =>
  globSync('modules/*/screens/*.tsx', { cwd: root })
    .map((file) => join(root, file))
    .filter((file) => !file.includes('.stories.') && readFileSync(file, 'utf8').includes('list-page/list-page.tsx'))
const ofListScreens = importedBy(listScreens)
/** A list with its search, filters and table, and what the rows show. Its dialogs are fetched when they are opened. */
const ofLists = (id: string, graph: Graph) =>
  !isIcon(id) && ofListScreens(id, graph) && !/[\\/]modules[\\/][\w-]+[\\/]screens[\\/]/.test(id)
/** What follows the first screen of signed-in people. */
const ofBehind = below(
  'src',
  'app/realtime.ts',
  'app/keep-behind.ts',
  'app/ahead.ts',
  'core/writes/sender.ts',
  'core/writes/held.ts',
  'core/resource/upload.ts',
  'core/resource/resumable.ts',
  'core/kept/write.ts',
)
/** What few screens load, when someone opens it there. */
const rare =
  /[\\/](map|lightbox|signature|photo-marks|file-drop|file-upload|phone-input|csv|import-\w+|pdf[\w-]*|address-input|places[\w-]*)(\.tsx?)?([\\/]|$)/
const common =
  /[\\/](src[\\/](ui|blocks|core|lib[\\/][\w-]+\.ts)|styled-system|node_modules[\\/](@ark-ui|@zag-js|@floating-ui|@tanstack|@internationalized))/

/**
 * Few files, for each costs a phone a request and the service worker an entry. What the welcome page needs is one, for it is
 * all that signed-out people wait for; then the login dialog, the app with every module's registrations, what stands in the
 * bars and on Home, and lists, one each. Then the rest of kit and blocks in one, what tabs of a project share in one, and
 * what the screens of a module share beside that in one each. Every screen is one of its own.
 */
export const chunks = [
  { name: 'start', tags: ['$initial' as const], priority: 6 },
  // What the app shares with the two: it would have to wait for them otherwise, or they for it.
  chunkOf('basics', 5, (id, graph) => !isIcon(id) && (ofDevice(id, graph) || (ofLogin(id, graph) && ofApp(id, graph)))),
  chunkOf('login', 4, (id, graph) => !isIcon(id) && ofLogin(id, graph)),
  chunkOf('app', 3, ofApp),
  chunkOf('home', 2, ofHome),
  chunkOf('behind', 2, ofBehind),
  chunkOf('lists', 1.5, ofLists),
  { name: 'shared', test: (id: string) => common.test(id) && !rare.test(id), minShareCount: 2, priority: 1 },
  {
    debugName: 'job',
    name: (id: string, graph: Graph) =>
      /[\\/]modules[\\/]/.test(id) && !rare.test(id) && ofTabs(id, graph) ? 'job' : null,
    minShareCount: 3,
    priority: 0.5,
  },
  {
    debugName: 'modules',
    name: (id: string) => /[\\/]modules[\\/]([\w-]+)[\\/]/.exec(id)?.[1] ?? null,
    test: (id: string) => !rare.test(id),
    minShareCount: 2,
    priority: 0,
  },
]
