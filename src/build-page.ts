import { join } from 'node:path'
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

/**
 * Completes index.html: with the welcome page as its components render it, which is shown before any script has run, with
 * the names of the app's scripts, and with the style sheet behind the first mark, which needs none.
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
        const scripts = scriptsOfApp(bundle).map((name) => `<link rel="app" crossorigin href="/${name}">`)
        return (
          without
            // What is shown before any script comes first; who may be signed in fetches all of them at once.
            .replace(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
            .replace('<!-- app -->', [...preloads, ...scripts].join('\n    '))
            .replace('<!-- style sheet -->', links.join('').trim())
            .replace(WELCOME, () => module.welcome())
        )
      },
    },
  }
}
