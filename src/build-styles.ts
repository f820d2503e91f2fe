import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import panda from '@pandacss/dev/postcss'

const root = join(import.meta.dirname, '..')

/** What is loaded for signed-in people, or while signed-out people read. It brings every rule there is. */
const APP = join(root, 'src/app/app.tsx')

/** The file that an import names, or null for a package's. */
function fileOf(name: string, from: string): string | null {
  const folder = /^#(lib|core|ui|blocks|app)\//.exec(name)?.[1]
  const path = folder ? join(root, 'src', name.slice(1)) : name.startsWith('.') ? join(dirname(from), name) : null
  return path && /\.tsx?$/.test(path) && existsSync(path) ? path : null
}

/** Every source file that may run before `app.tsx` does: all that `main.tsx` imports, lazily or not. */
export function filesOfFirstScreen(): string[] {
  const found = new Set<string>([APP])
  const waiting = [join(root, 'src/main.tsx')]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type\b)(?:[^'";]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm,
    )
    for (const [, fixed, lazy] of imports) {
      const next = fileOf(fixed ?? lazy ?? '', file)
      if (next) waiting.push(next)
    }
  }
  found.delete(APP)
  return [...found]
}

/** The rules of these files, with the tokens and what all pages share. */
async function rulesOf(files: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-styles-'))
  try {
    const sheet = join(folder, 'first.css')
    const glob = `{${files.map((file) => relative(root, file)).join(',')}}`
    const program = join(root, 'node_modules/@pandacss/dev/bin.js')
    const words = [program, 'cssgen', '--silent', glob, '--outfile', sheet]
    await promisify(execFile)(process.execPath, words, { cwd: root })
    return readFileSync(sheet, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A style sheet as PostCSS hands it to a plugin, and what it hands with it. */
interface Sheet {
  readonly source?: { input: { file?: string } }
  append(nodes: unknown): void
}
interface Help {
  readonly postcss: { parse(text: string, options: { from?: string }): unknown }
}
const isFile = ({ source }: Sheet, name: string) => source?.input.file === join(root, 'src/theme', name)
const add = (sheet: Sheet, text: string, { postcss }: Help) =>
  sheet.append(postcss.parse(text, { from: sheet.source?.input.file }))

/**
 * Fills `first.css` with what can be seen before the app is loaded, a quarter of all rules: signed-out people wait for it,
 * whatever the modules add. The app's sheet repeats these rules in their order, in layers that win over this one.
 */
const firstSheet = {
  postcssPlugin: 'first-sheet',
  async Once(sheet: Sheet, help: Help) {
    if (isFile(sheet, 'first.css')) add(sheet, `@layer first { ${await rulesOf(filesOfFirstScreen())} }`, help)
  },
}

/**
 * Puts the rules of a file into the app's sheet. Finding them in the sources takes five seconds of each start: `npm test`
 * does it once for the tests in browsers, and names the file in PANDA_CSS.
 */
const readySheet = (file: string) => ({
  postcssPlugin: 'ready-sheet',
  Once(sheet: Sheet, help: Help) {
    if (isFile(sheet, 'global.css')) add(sheet, readFileSync(file, 'utf8'), help)
  },
})

/** In development `first.css` has all rules too, so that what is written anew is seen without a restart. */
const wholeSheet = {
  postcssPlugin: 'whole-sheet',
  Once(sheet: Sheet, help: Help) {
    if (isFile(sheet, 'first.css')) add(sheet, '@layer reset, base, tokens, recipes, utilities;', help)
  },
}

/** What fills the sheets of `src/theme`, as PostCSS takes it. */
export function styles(command: 'build' | 'serve') {
  const ready = process.env.PANDA_CSS
  const all = ready ? readySheet(ready) : panda({ configPath: join(root, 'panda.config.ts') })
  if (command === 'build') return [all, firstSheet]
  return ready ? [all] : [wholeSheet, all]
}
