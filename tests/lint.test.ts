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
  const stale = [
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
  ]
  const followed = [
    'const all = store.of(users).all.value\n  return <b>{store.of(users).get(id)?.name ?? all.length}</b>',
    'return <button onClick={() => store.of(users).get(id)}>Go</button>',
    'return <Picker find={(one: number) => store.of(users).get(one)} />',
    'const save = () => send(writes.count())\n  return <button onClick={save}>Send</button>',
    'return <b>{store.of(users).peek(id)?.name}</b>',
    'const list = useMemo(() => createList(store), [store])\n  return <b>{list.length}</b>',
  ]
  const marked = (body: string) => component(body, '/** A name. @useSignals */')
  const all = [...stale, ...followed].map((body) => component(body)).concat(stale.map(marked))
  const found = lintEach(all, 'tracked-reads', (at) => `modules/a/parts/a${at}.tsx`)

  test.each(stale)('%s', (body) => {
    expect(found(component(body))).toHaveLength(1)
    expect(found(marked(body))).toEqual([])
  })
  test.each(followed)('and accepts %s', (body) => {
    expect(found(component(body))).toEqual([])
  })
})

describe('the linter finds components that render for a change of any record', () => {
  const whole = [
    'const all = useQuery(tasks).items.value\n  return <b>{all.length}</b>',
    'return <b>{store.of(tasks).all.value.map((item) => item.value.title)}</b>',
    'const { items } = useQuery(tasks)\n  return <b>{items.value.length}</b>',
    'const { items: tasks } = useQuery(all)\n  return <b>{project.team.map(() => tasks.value.length)}</b>',
    'const tasks = useQuery(all).items\n  const count = () => tasks.value.length\n  return <b>{count()}</b>',
    'const { value } = query.items\n  return <b>{value.length}</b>',
    'const all = useMemo(() => query.items.value, [query])\n  return <b>{all.length}</b>',
    'return <b>{useComputed(() => query.items.value.length).value}</b>',
  ]
  const given = [
    'const all = useComputed(() => items.value.map((item) => item.value))\n  return <List of={all} />',
    'const people = useMemo(() => computed(() => known.value.map(({ value }) => value).filter(find)), [known])\n  return <List of={people} />',
    'const bars = computed(() => known.value.flatMap(({ value }) => (value.bar ? [value] : [])))\n  return <List of={bars} />',
    'const byId = computed(() => new Map(known.value.map(({ value }) => [value.id, value])))\n  return <List of={byId} />',
    'const both = computed(() => {\n    return { codes: known.value.map((one) => one.value) }\n  })\n  return <List of={both} />',
  ]
  const row = [
    'const names = computed(() => known.value.map(({ value }) => value.name))\n  return <List of={names} />',
    'const sum = computed(() => sumOf(known.value.map(({ value }) => value)))\n  return <List of={sum} />',
    'const all = useMemo(() => watchedAll(items), [items])\n  return <List of={all} />',
    'const count = useSummary(query.items, (all) => all.length, [])\n  return <b>{count}</b>',
    'const people = useRecords(useQuery(users).items)\n  return <b>{people.map(({ name }) => name)}</b>',
    'const open = useMemo(() => computed(() => query.items.value.length), [query])\n  return <List open={open} />',
    'return <button onClick={() => save(query.items.value)}>Save</button>',
    'return <b>{writes.items.value.length}</b>',
  ]
  const found = lintEach(
    [...whole, ...given, ...row].map((body) => component(body)),
    'whole-sets',
    (at) => `modules/a/parts/a${at}.tsx`,
  )

  test.each(whole)('%s', (body) => {
    expect(found(component(body))).toEqual([
      expect.objectContaining({ message: expect.stringContaining('useSummary') }),
    ])
  })
  test.each(given)('%s', (body) => {
    expect(found(component(body))).toEqual([
      expect.objectContaining({ message: expect.stringContaining('watchedAll') }),
    ])
  })
  test.each(row)('and accepts %s', (body) => {
    expect(found(component(body))).toEqual([])
  })
})

const world = 'const world = await createTestWorld({ database: await openSample() })'

describe('the linter finds tests that are right on some days only', () => {
  const wrong = [
    ['const now = new Date()', 'world.clock'],
    ['const now = Date.now()', 'world.clock'],
    [`${world}\nawait admin.post(logs, { date: '2026-11-20' })`, 'clock.day(-1)'],
    [`${world}\nawait admin.get(\`/api/logs?from=2026-11-20\`)`, 'clock.day(-1)'],
    ["await signIn(page, 'admin', '/schedule?day=2026-11-20')", 'clock.day(-1)'],
    ["export const Month = meta.story({ parameters: { path: '/schedule?day=2026-11-20' } })", 'clock.day(-1)'],
    ["await createTestWorld()\nawait admin.get('/api/rfis?since=2026-11-20T08:00:00Z')", 'clock.day(-1)'],
  ] as const
  const right = [
    'const later = new Date(world.clock.now().getTime() + 1)',
    'vi.useFakeTimers({ now: 0 })\nconst began = Date.now()',
    "expect(formatDay('2026-11-20')).toBe('11/20/26')",
    "await createTestWorld({ database, sample: false })\nawait admin.post(logs, { date: '2026-11-20' })",
    "const database = await openSample(createTestClock('2027-03-10 08:00'))\nawait plan({ start_date: '2027-03-08' })",
    `${world}\nawait admin.post(logs, { date: '2020-01-05', until: '2099-01-05', never: '2026-02-30' })`,
  ]
  const found = lintEach([...wrong.map(([text]) => text), ...right], 'one-clock', (at) => `tests/a${at}.test.ts`)

  test.each(wrong)('%s', (text, wayOut) => {
    expect(found(text)).toEqual([expect.objectContaining({ message: expect.stringContaining(wayOut) })])
  })
  test.each(right)('and accepts %s', (text) => {
    expect(found(text)).toEqual([])
  })

  test('but leaves the product alone', () => {
    expect(lint({ 'modules/a/server.ts': 'export const now = Date.now()' })).toEqual([])
  })
})

describe('the linter finds British spellings in texts', () => {
  const british = [
    "export const label = 'Licence'",
    'export const text = (weeks: number) => `Utilisation of ${weeks} weeks`',
    'export const Nothing = () => <p>Try another labour rate.</p>',
  ]
  const american = [
    "export const label = 'License'",
    // A name and a value are no text.
    "export const { licence } = { licence: 'utilisation_percent' }",
  ]
  const found = lintEach([...british, ...american], 'american', (at) => `modules/a/parts/name${at}.tsx`)
  test.each(british)('%s', (text) => {
    const [one] = found(text)
    expect(one?.message).toMatch(/is British: write "(license|utiliz|labor)"/)
  })
  test.each(american)('and accepts %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

/** What one rule finds in each of these texts, which are linted together when the first is asked for. */
function lintEach(texts: readonly string[], rule: string, pathOf: (at: number) => string) {
  let found: ReturnType<typeof lint> | undefined
  return (text: string) => {
    found ??= lint(Object.fromEntries(texts.map((one, at) => [pathOf(at), one])))
    const path = pathOf(texts.indexOf(text))
    return found.filter(({ code, filename }) => filename === path && code.includes(rule))
  }
}

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
