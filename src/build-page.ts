import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runnerImport, type Plugin, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')

/** The company's name is part of the first screen, so its request does not wait for the script that needs it. */
const SETTINGS = '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/app" fetchpriority="low">'

/** The first question of who may be signed in. */
const USER = '<link rel="app" as="fetch" crossorigin="use-credentials" href="/api/user">'
const WELCOME = '<!-- welcome -->'

/** Every chunk that these import statically, themselves included. */
function withImports(bundle: Rolldown.OutputBundle, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    withImports(bundle, chunk.imports, found)
  }
  return found
}

/** The scripts of a signed-in person's first screen. */
function scriptsOfApp(bundle: Rolldown.OutputBundle): string[] {
  const first = Object.values(bundle).filter(
    (one) =>
      one.type === 'chunk' &&
      (one.isEntry || one.name === 'home' || one.moduleIds.includes(join(root, 'src/app/app.tsx'))),
  )
  return [
    ...withImports(
      bundle,
      first.map(({ fileName }) => fileName),
    ),
  ]
}

/** The style sheets of these chunks. */
const sheetsOf = (bundle: Rolldown.OutputBundle, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const chunk = bundle[name]
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
  })

/** Sorts a route before those that it is a special case of, as the registry does. */
const rankOf = (pattern: string) => pattern.replace('*?', '~~').replaceAll(':', '~')

/**
 * The file of the screen that each module's route leads to, by its pattern.
 * @throws for a module with a route that is written in another way
 */
const screens = (): [pattern: string, file: string][] =>
  globSync('modules/*/module.ts', { cwd: root })
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const routes = [...text.matchAll(/'(\/[^']*)': \{[\s\S]*?\bscreen:[\s\S]*?import\('([^']+)'\)/g)]
      if (routes.length < (text.match(/'\/[^']*': \{/g) ?? []).length)
        throw new Error(`The screens of ${file} were not all found: write a path and an import for each route.`)
      return routes.map(([, pattern = '', path = '']): [string, string] => [pattern, join(root, dirname(file), path)])
    })
    .sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1))

/** A route's pattern as a regular expression: `/rfis/:rfi_id` is `^/rfis/[^/]+$`, and `/*?` is anything behind. */
const expressionOf = (pattern: string) => `^${pattern.replace('/*?', '(/.*)?').replace(/:\w+/g, '[^/]+')}$`

/** The scripts of each route's screen beside those of the app, for `index.html` to fetch at once. */
function scriptsOfScreens(bundle: Rolldown.OutputBundle, app: readonly string[]): [string, string[]][] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  return screens().map(([pattern, file]) => {
    const screen = chunks.find(({ facadeModuleId, moduleIds }) => (facadeModuleId ?? moduleIds.at(-1)) === file)
    if (!screen) throw new Error(`No chunk has the screen of ${pattern}, ${file}.`)
    const own = [...withImports(bundle, [screen.fileName])].filter((name) => !app.includes(name))
    return [expressionOf(pattern), own]
  })
}

/**
 * Completes index.html: with the welcome page as its components render it, which is shown before any script has run, with
 * the names of the app's scripts and of each screen's, and with the style sheet behind the first mark, which needs none.
 */
export function completePage(): Plugin {
  let isApiElsewhere = false
  return {
    name: 'complete-page',
    apply: 'build',
    configResolved({ env }) {
      isApiElsewhere = Boolean(env.VITE_API_URL)
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        if (!html.includes(WELCOME)) return html
        const { module } = await runnerImport<{ welcome(): string }>(join(root, 'src/app/prerender.tsx'), {
          configFile: false,
          envDir: root,
          root: join(root, 'src'),
          logLevel: 'warn',
        })
        const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
        const without = links.reduce((text, link) => text.replace(link, ''), html)
        const preloads = isApiElsewhere ? [] : [SETTINGS, USER]
        const app = scriptsOfApp(bundle)
        const scripts = app.map((name) => `<link rel="app" crossorigin href="/${name}">`)
        const sheets = sheetsOf(bundle, app)
          .filter((name) => !html.includes(name))
          .map((name) => `<link rel="app" as="style" crossorigin href="/${name}">`)
        const ofScreens = JSON.stringify(scriptsOfScreens(bundle, app))
        return (
          without
            // What is shown before any script comes first; who may be signed in fetches all of them at once.
            .replace(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
            .replace('<!-- app -->', () => [...preloads, ...sheets, ...scripts].join('\n    '))
            .replace('<!-- screens -->', () => `<script type="application/json" id="screens">${ofScreens}</script>`)
            .replace('<!-- style sheet -->', links.join('').trim())
            .replace(WELCOME, () => module.welcome())
        )
      },
    },
  }
}
