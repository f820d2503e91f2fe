import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../contract/server.ts'
import { expect } from './app.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files in a text: each code block gives its path after the language. */
export function filesIn(text: string): Map<string, string> {
  const blocks = text.matchAll(/^```tsx? (modules\/\S+)\n([\s\S]*?)^```$/gm)
  return new Map([...blocks].map(([, path = '', content = '']) => [path, content]))
}

export const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/** The name and arguments of a program, and what it must run with. */
type Run = (command: readonly string[], env?: NodeJS.ProcessEnv) => Promise<{ code: number | null; output: string }>

const inCopy =
  (cwd: string): Run =>
  async ([program = '', ...words], env = {}) => {
    const child = spawn(join(root, 'node_modules/.bin', program), words, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    return { code, output }
  }

function add(copy: string, files: ReadonlyMap<string, string>) {
  for (const [path, text] of files) {
    expect(existsSync(join(copy, path)), `${path} is new`).toBe(false)
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
}

/**
 * A copy of the app with more modules, built for an API at an address. All of them pass the compiler and the linter;
 * those to be checked pass the tests of any module, too.
 */
export async function buildCopy({
  checked,
  more,
  apiUrl,
}: {
  checked: ReadonlyMap<string, string>
  more: ReadonlyMap<string, string>
  apiUrl: string
}): Promise<{ copy: string; entry: string }> {
  const copy = temporaryFolder()
  const skipped = new Set(['node_modules', 'dist', 'dist-server', 'data', '.git', 'test-results', 'storybook-static'])
  for (const name of readdirSync(root))
    if (!skipped.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // The tests start servers, which show the repository's front end until the copy has its own.
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  const run = inCopy(copy)
  expect([...checked.keys()].map((path) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['entities.ts', 'module.ts']),
  )
  add(copy, checked)
  const config = ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project', 'unit']
  const tests = await run(config, { TEST_TIER: 'change', REPORT_LINES: '' })
  expect(tests.code, tests.output).toBe(0)
  add(copy, more)
  const folders = [...new Set([...checked.keys(), ...more.keys()].map((path) => path.split('/').slice(0, 2).join('/')))]
  const [types, lint, build] = await Promise.all([
    run(['tsc', '--noEmit']),
    run(['oxlint', ...folders]),
    run(['vite', 'build', '--logLevel', 'error'], { VITE_API_URL: apiUrl }),
  ])
  expect(types.code, types.output).toBe(0)
  expect(lint.code, lint.output).toBe(0)
  expect(build.code, build.output).toBe(0)
  return { copy, entry: join(copy, 'src/server/main.ts') }
}
