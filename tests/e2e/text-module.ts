import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
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

/**
 * A copy of the app with more files, which passes the compiler, the linter and the tests that cover all entities.
 * @param unlisted whether its entities keep the rules for those that the tests' tables do not list
 */
export async function buildWith(files: ReadonlyMap<string, string>, { unlisted = true } = {}) {
  const copy = temporaryFolder()
  for (const name of [
    'src',
    'modules',
    'styled-system',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'panda.config.ts',
    '.oxlintrc.json',
    '.storybook',
    'tests',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, text] of files) {
    expect(existsSync(join(copy, path)), `${path} is new`).toBe(false)
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  const folder = [...files.keys()][0]?.split('/').slice(0, 2).join('/') ?? ''
  async function run(...[program = '', ...words]: string[]) {
    const child = spawn(join(root, 'node_modules/.bin', program), words, {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    return { code, output }
  }
  async function build() {
    const { code, output } = await run('vite', 'build', '--logLevel', 'error')
    expect(code, output).toBe(0)
  }
  const [types, lint] = await Promise.all([run('tsc', '--noEmit'), run('oxlint', folder), build()])
  // Other type errors are reported by the repository's own check.
  expect(types.output.split('\n').filter((line) => line.includes(folder))).toEqual([])
  expect(lint.code, lint.output).toBe(0)
  if (!unlisted) return { copy, folder, entry: join(copy, 'src/server/main.ts') }
  // The tests that cover all entities, on SQLite only.
  const held = ['tests/conformance/permissions.test.ts', 'tests/security/mass-assignment.test.ts']
  const { code, output } = await run('vitest', 'run', '--project', 'unit', ...held, '-t', '^(?!.*PostgreSQL)')
  expect(code, output).toBe(0)
  return { copy, folder, entry: join(copy, 'src/server/main.ts') }
}
