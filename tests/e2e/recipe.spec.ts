import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer, temporaryFolder } from '../contract/server.ts'
import { dialog, expect, signIn, test } from './app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files of the README's recipe; each code block gives its path after the language. */
function recipe(): Map<string, string> {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const section = /^## Add a setup module\n([\s\S]*?)(?=^## )/m.exec(readme)?.[1] ?? ''
  const blocks = section.matchAll(/^```tsx? (modules\/\S+)\n([\s\S]*?)^```$/gm)
  return new Map([...blocks].map(([, path = '', text = '']) => [path, text]))
}

test('the README’s setup module works and lints as written, and can be removed completely', async ({ browser }) => {
  test.setTimeout(180_000)
  const files = recipe()
  expect([...files.keys()].map((path) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['entities.ts', 'module.ts']),
  )
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
  // The tests that cover all entities, on SQLite only.
  const held = ['tests/conformance/permissions.test.ts', 'tests/security/mass-assignment.test.ts']
  const { code, output } = await run('vitest', 'run', '--project', 'unit', ...held, '-t', '^(?!.*PostgreSQL)')
  expect(code, output).toBe(0)

  const entry = join(copy, 'src/server/main.ts')
  const server = await startServer({ entry })
  const page = await (
    await browser.newContext({ baseURL: `http://localhost:${server.port}`, serviceWorkers: 'block' })
  ).newPage()
  await signIn(page, 'admin', '/setup')
  await page.getByRole('main').getByRole('link', { name: 'Holidays' }).click()
  await expect(page.getByText('No holidays yet.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add holiday' }).first().click()
  const form = dialog(page, /Add holiday/i)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(/Name is required/)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Independence Day')
  await form.getByRole('textbox', { name: 'Date' }).fill('7/4/2027')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Independence Day' })).toContainText('2027-07-04')
  await page.context().close()
  await server.stop()

  rmSync(join(copy, folder), { recursive: true })
  await build()
  const after = await startServer({ entry, dataDir: server.dataDir })
  const again = await (
    await browser.newContext({ baseURL: `http://localhost:${after.port}`, serviceWorkers: 'block' })
  ).newPage()
  await signIn(again, 'admin', '/setup')
  await expect(again.getByRole('main').getByRole('link', { name: 'Phases' })).toBeVisible()
  await expect(again.getByRole('main').getByRole('link', { name: 'Holidays' })).toHaveCount(0)
  await again.goto('/setup/holidays')
  await expect(again.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await again.context().close()
  await after.stop()
})
