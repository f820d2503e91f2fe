import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './architecture.ts'

test('the linter enforces the allowed imports', () => {
  const wrong: Record<string, string> = {
    'src/lib/money.ts': '#core/entity/entity.ts',
    'src/core/entity/fields.ts': '../store/store.ts',
    'src/core/module/slot.ts': '#core/store/store.ts',
    'src/core/store/store.ts': '../../ui/button/button.tsx',
    'src/ui/button/button.tsx': '#core/access/access.ts',
    'src/theme/tokens.ts': '#blocks/page/page.tsx',
    'src/blocks/page/page.tsx': '#modules/customers/index.ts',
    'src/app/boot.ts': '#server/app.ts',
    'src/server/app.ts': '#core/store/store.ts',
    'modules/a/entities.ts': '#ui/button/button.tsx',
    'modules/a/server.ts': '#server/db/database.ts',
    'modules/a/screens/a-screen.tsx': '../../b/parts/name.tsx',
  }
  const sources = Object.entries(wrong).map(([path, from]): [string, string] => [
    path,
    `import { x } from '${from}'\n\nexport const y = x\n`,
  ])
  const found = lint(Object.fromEntries(sources)).filter(({ code }) => code.includes('no-restricted-imports'))
  expect(found.map(({ filename }) => filename).sort()).toEqual(Object.keys(wrong).sort())
  for (const { message, help } of found) expect(`${message} ${help}`).toMatch(/pattern\. .{30,}/)
})

const component = (body: string, comment = '') => `${comment}
export const Name = ({ id, project, draft, find }: Props) => {
  const { store, writes } = useServices()
  ${body}
}
`

describe('the linter finds components that read signals without tracking them', () => {
  test.each([
    'return <b>{store.of(users).get(id)?.name}</b>',
    "return <b>{store.byName('user')?.get(id)?.name}</b>",
    'const people = store.of(users)\n  return <b>{people.get(id)?.name}</b>',
    'return <b>{project.team.map((one) => store.of(users).get(one)?.name)}</b>',
    'const nameOf = (one: number) => store.of(users).get(one)?.name\n  return <b>{nameOf(id)}</b>',
    'return <b>{teamOf(project, store).length}</b>',
    "return <b>{draft.error('name')}</b>",
    'return <b>{writes.count()}</b>',
    // The signals transform overlooks optional chains.
    'const all = store.of(users)\n  return <b>{all.get(id)?.name ?? find?.all.value}</b>',
  ])('%s', (body) => {
    expect(staleIn(component(body))).toBe(1)
    expect(staleIn(component(body, '/** A name. @useSignals */'))).toBe(0)
  })

  test.each([
    'const all = store.of(users).all.value\n  return <b>{store.of(users).get(id)?.name ?? all.length}</b>',
    'return <button onClick={() => store.of(users).get(id)}>Go</button>',
    'return <Picker find={(one: number) => store.of(users).get(one)} />',
    'const save = () => send(writes.count())\n  return <button onClick={save}>Send</button>',
    'return <b>{store.of(users).peek(id)?.name}</b>',
    'const list = useMemo(() => createList(store), [store])\n  return <b>{list.length}</b>',
  ])('and accepts %s', (body) => {
    expect(staleIn(component(body))).toBe(0)
  })
})

const staleIn = (text: string) =>
  lint({ 'modules/a/parts/a.tsx': text }).filter(({ code }) => code.includes('tracked-reads')).length

/** Lints files with the repository's configuration. */
function lint(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-lint-'))
  try {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    cpSync(join(root, 'tests/lint'), join(folder, 'tests/lint'), { recursive: true })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', ...Object.keys(files)], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics }: { diagnostics: { code: string; filename: string; message: string; help?: string }[] } =
      JSON.parse(stdout)
    return diagnostics
  } finally {
    rmSync(folder, { recursive: true })
  }
}
