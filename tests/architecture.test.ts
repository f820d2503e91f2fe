import { describe, expect, test } from 'vitest'
import { isEntity } from '#core/entity/entity.ts'
import { tablesOf } from '#server/db/tables.ts'
import { loadModules } from '#server/modules.ts'
import { tokens } from '../src/theme/tokens.ts'
import {
  eagerComponents,
  read,
  filesIn,
  forbiddenImports,
  ignoredNames,
  isStory,
  isTest,
  misplaced,
  moduleCycles,
  sourcesIn,
  strays,
  topLevelNames,
  withoutStories,
  type Source,
} from './architecture.ts'
import { serverPackages } from './server-packages.ts'
import { namedModules, namesOf } from './named-modules.ts'

const sources = sourcesIn('src', 'modules')
const said = (violations: readonly { path: string; says: string }[]) =>
  violations.map(({ path, says }) => `${path} ${says}`)
const imports = (path: string, from: string): Source => ({ path, text: `import { x } from '${from}'\n` })

describe('imports', () => {
  test('every source file follows the table of allowed imports', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(said(forbiddenImports(sources))).toEqual([])
  })

  test.each([
    ['src/lib/money.ts', '#core/entity/entity.ts'],
    ['src/lib/money.ts', '../ui/button/button.tsx'],
    ['src/core/entity/fields.ts', '../store/store.ts'],
    ['src/core/access/access.ts', '#server/app.ts'],
    ['src/core/module/slot.ts', '../store/store.ts'],
    ['src/core/module/slot.ts', '@preact/signals-react'],
    ['src/core/store/store.ts', '#ui/button/button.tsx'],
    ['src/core/store/store.ts', 'react'],
    ['src/core/resource/api.ts', '#blocks/page/page.tsx'],
    ['src/ui/button/button.tsx', '#core/access/access.ts'],
    ['src/ui/button/button.tsx', '../../blocks/page/page.tsx'],
    ['src/ui/button/button.stories.tsx', '#core/entity/entity.ts'],
    ['src/theme/tokens.ts', '#core/entity/entity.ts'],
    ['src/blocks/page/page.tsx', '#app/boot.ts'],
    ['src/blocks/page/page.tsx', '#modules/customers/index.ts'],
    ['src/app/boot.ts', '#server/app.ts'],
    ['src/app/boot.ts', '../../modules/customers/module.ts'],
    ['src/main.tsx', '#modules/customers/module.ts'],
    ['src/server/app.ts', '#core/store/store.ts'],
    ['src/server/app.ts', '#core/module/registry.ts'],
    ['src/server/app.ts', '../../modules/users/entities.ts'],
    ['modules/a/entities.ts', '#core/store/store.ts'],
    ['modules/a/entities.ts', '#server/define-server.ts'],
    ['modules/a/guards.ts', '../b/index.ts'],
    ['modules/a/server.ts', '#server/db/database.ts'],
    ['modules/a/server.ts', './screens/a-screen.tsx'],
    ['modules/a/screens/a-screen.tsx', '#app/boot.ts'],
    ['modules/a/screens/a-screen.tsx', '#server/define-server.ts'],
    ['modules/a/screens/a-screen.tsx', '../server.ts'],
    ['modules/a/guards.ts', './screens/a-screen.tsx'],
    ['modules/a/screens/a-screen.tsx', '../../b/parts/name.tsx'],
    ['modules/a/module.ts', '../b/module.ts'],
    ['src/somewhere/x.ts', '#lib/money.ts'],
  ])('%s may not import %s, and the message says what to do instead', (path, from) => {
    const [violation, ...more] = forbiddenImports([imports(path, from)])
    expect(more).toEqual([])
    expect(violation?.path).toBe(path)
    expect(violation?.says).toMatch(/: .{20,}/)
  })

  test.each([
    ['src/ui/button/button.tsx', "export { x } from '#core/access/access.ts'"],
    ['src/ui/button/button.tsx', "import type { X } from '#core/access/access.ts'"],
    ['src/ui/button/button.tsx', "import {\n  x,\n  y,\n} from '#core/access/access.ts'"],
    ['src/ui/button/button.tsx', "import '#core/access/access.ts'"],
    ['src/ui/button/button.tsx', "const later = () => import('#core/access/access.ts')"],
  ])('%s is detected: %s', (path, text) => {
    expect(forbiddenImports([{ path, text }])).toHaveLength(1)
  })

  test('the browser does not load files that use the server', () => {
    const rules = imports('modules/a/rules.ts', '#server/define-server.ts')
    expect(forbiddenImports([rules, imports('modules/a/server.ts', './rules.ts')])).toHaveLength(0)
    expect(forbiddenImports([rules, imports('modules/a/screens/a-screen.tsx', '../rules.ts')])).toHaveLength(1)
    expect(forbiddenImports([rules, imports('modules/a/entities.ts', './rules.ts')])).toHaveLength(1)
  })

  test.each([
    ['src/core/module/define-module.ts', "import type { ComponentType } from 'react'"],
    ['modules/a/screens/a-screen.tsx', "import { b } from '../../b/entities.ts'"],
    ['modules/a/screens/a-screen.tsx', "import { B } from '../../b/index.ts'"],
    ['modules/a/server.ts', "import { b } from '../b/entities.ts'\nimport { serve } from '#server/define-server.ts'"],
    ['src/lib/money.test.ts', "import { x } from '../../tests/harness.ts'"],
    ['src/ui/button/button.tsx', "// import { x } from '#core/access/access.ts'"],
  ])('%s may contain %s', (path, text) => {
    expect(forbiddenImports([{ path, text }])).toEqual([])
  })
})

describe('modules', () => {
  test('have no import cycles', () => {
    expect(moduleCycles(sources)).toEqual([])
    expect(
      moduleCycles([
        imports('modules/a/screens/a-screen.tsx', '../../b/index.ts'),
        imports('modules/b/parts/b.tsx', '#modules/c/entities.ts'),
        imports('modules/c/module.ts', '../a/entities.ts'),
        imports('modules/d/module.ts', '../a/entities.ts'),
      ]),
    ).toEqual([['a', 'b', 'c', 'a']])
  })

  test('keep their files in the standard places', () => {
    expect(said(misplaced(sources))).toEqual([])
  })

  test.each([
    ['modules/Holidays/entities.ts', ''],
    ['modules/holidays/utils/x.ts', ''],
    ['modules/holidays/holidayList.ts', ''],
    ['modules/holidays/granting.ts', "import { serve } from '#server/define-server.ts'"],
    ['modules/holidays/holiday-list.tsx', ''],
    ['modules/holidays/screens/holidays.tsx', ''],
    ['modules/holidays/screens/HolidaysScreen.tsx', ''],
  ])('%s is reported', (path, text) => {
    expect(misplaced([{ path, text }])).toHaveLength(1)
  })

  test('have no more than twenty files beside each other', () => {
    const beside = (count: number) =>
      misplaced(Array.from({ length: count }, (_, at) => ({ path: `modules/holidays/part-${at}.ts`, text: '' })))
    expect(beside(20)).toEqual([])
    expect(beside(21)).toHaveLength(21)
  })
})

/** The names that core, blocks and app may use, because the specification's shell mentions them. */
const shellNames: Record<string, readonly [name: string, reason: string][]> = {
  'src/core/access/access.ts': [
    ['customer', 'whoever belongs to one is a guest, by the table of permissions'],
    ['contact_type', 'whoever has one is a guest, by the table of permissions'],
    ['project', 'the job of what a share link shows'],
  ],
  'src/core/entity/patterns.ts': [['user', 'the column of who did something']],
  'src/core/entity/files.ts': [['user', 'the column of who uploaded a file']],
  'src/core/query/found-item.ts': [['project', 'the job of what was found, as clients of the API know it']],
  'src/core/entity/rules.ts': [['user', 'the kind of record that authors are']],
  'src/core/entity/steps.ts': [['user', 'the column of who did something']],
  'src/core/entity/workflow.ts': [['user', 'the column of who did something']],
  'src/core/writes/pending.ts': [['user', 'the column of who did something']],
  'src/core/writes/emptied.ts': [['user', 'who takes a step, for its stamps']],
  'src/core/writes/tab-lock.ts': [['message', 'an event of browsers']],
  'src/core/resource/messages.ts': [['message', 'the key under which Laravel says what went wrong']],
  'src/core/resource/resource.ts': [['user', 'who did something, in a history']],
  'src/core/session/session.ts': [['user', 'GET /api/user says who is signed in']],
  'src/core/session/stored-user.ts': [
    ['user', 'the key under which who is signed in is stored'],
    ['customer', 'whoever belongs to one is a guest, by GET /api/user'],
    ['contact_type', 'whoever has one is a guest, by GET /api/user'],
  ],
  'src/core/writes/undoable.ts': [['user', 'who made a change']],
  'src/blocks/history/history.tsx': [['user', 'who did something, in a history']],
  'src/blocks/sign-in/authenticator-setup.tsx': [['user', 'the addresses of how one signs in, as Fortify has them']],
  'src/blocks/sign-in/identity-dialog.tsx': [['user', 'the addresses of how one signs in, as Fortify has them']],
  'src/blocks/sign-in/methods.ts': [['user', 'the addresses of how one signs in, as Fortify has them']],
  'src/blocks/sign-in/passkeys.ts': [['user', 'the addresses of how one signs in, as Fortify has them']],
  'src/blocks/history/last-changes.tsx': [['user', 'who did something, in a history']],
  'src/blocks/history/use-undo-change.ts': [['user', 'who did something, in a history']],
  'src/core/entity/undo.ts': [['user', 'who did something, in a history']],
  'src/blocks/work-list/toolbar/saved-menu.tsx': [['user', 'the column of who saved a view']],
  'src/blocks/work-list/use-saved.ts': [['user', 'the column of who saved a view']],
  'src/blocks/work-list/facets.ts': [['user', 'what refers to nobody is called so']],
  'src/app/routing/use-title.ts': [['project', 'pages of routes with a project_id are named after the project']],
  'src/app/shell/user-menu.tsx': [
    ['user', 'the name of an icon'],
    ['account', 'the page of one’s own account'],
  ],
  'src/app/create-services.ts': [['user', 'the addresses of one’s own account, as Fortify has them']],
  'src/app/share/shared-data.ts': [
    ['drawing_sheets', 'what a link shows is read without any module'],
    ['folder', 'what a link shows is read without any module'],
    ['folders', 'what a link shows is read without any module'],
    ['documents', 'what a link shows is read without any module'],
    ['messages', 'what a link shows is read without any module'],
    ['attachments', 'what a link shows is read without any module'],
  ],
  'src/app/service-worker.ts': [['message', 'the event of the platform']],
  'src/blocks/setup-list/setup-list.tsx': [['setup', 'the page that every setup list belongs to']],
  'src/app/manifest.ts': [['projects', 'an installed app has its shortcuts before any module is loaded']],
}

describe('code that serves every module', () => {
  const names = namesOf(sources)
  const shared = sources.filter(({ path }) => /^src\/(core|blocks|app)\//.test(path))

  test('names no module; it uses their descriptions and slots', () => {
    expect([...names]).toEqual(expect.arrayContaining(['project', 'rfis', 'company_setting', 'timecard', 'cost-codes']))
    const allowed = Object.entries(shellNames).flatMap(([path, list]) =>
      list.map(([name]) => `${path} names "${name}"`),
    )
    expect(said(namedModules(shared, names)).sort()).toEqual(allowed.sort())
  })

  test.each([
    "const person = store.byName('user')",
    "store.byName('company_setting')?.on('saved', refresh)",
    '{has(\'/timecard\') && <a href="/timecard" />}',
    "call(http, '/api/rfis/next_number')",
    'navigate(`/projects/${id}`)',
    'const hasProject = (path: string) => /^\\/projects\\/\\d+/.test(path)',
    'type Props = { project_id: Id | null }',
  ])('may not contain %s', (text) => {
    expect(namedModules([{ path: 'src/app/boot.ts', text }], names)).toHaveLength(1)
  })

  test.each([
    "import { messageOf } from './messages.ts'",
    '// A project names its own page.',
    "/** Spec: 'customer' */",
    'const { message } = answer',
    "title('Project')",
  ])('may contain %s', (text) => {
    expect(namedModules([{ path: 'src/app/boot.ts', text }], names)).toEqual([])
  })
})

/** What modules say in SQL, since nothing else can: how many statements, and why. */
const rawSql: Record<string, readonly [statements: number, reason: string]> = {
  'modules/payroll/server/close.ts': [1, 'when somebody was heard of is in their sessions, which no description knows'],
  'modules/time/server/held.ts': [1, 'whether the session that told of something lasts, which no description knows'],
  'modules/share-links/server/links.ts': [
    1,
    'addresses of links are the server’s own table, which no description knows',
  ],
  'modules/users/server.ts': [2, 'links and passwords are the server’s own tables, which no description knows'],
  'modules/time/server/link-weeks.ts': [3, 'an upgrade: the entries of the first version, all of them at once'],
  'modules/schedule/server/hash-tokens.ts': [
    4,
    'an upgrade: tokens by their length, and what kept answers and history hold of them',
  ],
  'modules/documents/server/earlier-texts.ts': [1, 'an upgrade: documents of an earlier version, all of them at once'],
  'modules/documents/sample/sample.ts': [2, 'sample data with times before its creation'],
}

describe('SQL in modules', () => {
  const statement = /`(?:select|insert|update|delete|with)\b/g
  const written = sources.filter(
    ({ path, text }) => path.startsWith('modules/') && !isTest(path) && text.includes("'kysely'"),
  )

  test('is what cannot be asked by conditions, each with its reason', () => {
    const counted = written.map(({ path, text }) => [path, text.match(statement)?.length ?? 0])
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(Object.entries(rawSql).map(([path, [statements]]) => [path, statements])),
    )
  })

  test('names no table of a description, but for upgrades and sample data', async () => {
    const entities = (await loadModules()).flatMap(({ exports }) => Object.values(exports).filter(isEntity))
    const tables = new Set(entities.flatMap((entity) => tablesOf('sqlite', entity).map(({ name }) => name)))
    const running = written.filter(({ path }) => !/^(?:an upgrade|sample data)/.test(rawSql[path]?.[1] ?? ''))
    const named = running.flatMap(({ text }) =>
      [...text.matchAll(/`(?:select|insert|update|delete|with)\b[^`]*/g)].flatMap(([one]) => one.match(/\w+/g) ?? []),
    )
    expect(named.filter((word) => tables.has(word))).toEqual([])
    expect(tables.has('time_entries')).toBe(true)
  })
})

describe('the repository', () => {
  test('has stories for every component of the kit', () => {
    const paths = filesIn('src/ui')
    expect(paths.length).toBeGreaterThan(50)
    expect(withoutStories(paths)).toEqual([])
    expect(withoutStories([...paths, 'src/ui/dial/dial.tsx', 'src/ui/dial/dial.test.tsx'])).toEqual(['src/ui/dial'])
  })

  test('lists in dependencies what the server loads, and nothing else: the rest is built into dist/', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>
    expect(Object.keys(dependencies ?? {}).sort()).toEqual(serverPackages(sources))
    expect(Object.keys(devDependencies ?? {})).toEqual(expect.arrayContaining(['react', 'vite', 'vitest']))
    const made: Source[] = [
      { path: 'src/server/a.ts', text: "import { b } from '#lib/b.ts'\nimport type { T } from 'typed'\n" },
      { path: 'src/lib/b.ts', text: "export const load = () => import('@deep/b/sub.js')\nimport 'node:fs'\n" },
      { path: 'src/lib/c.ts', text: "import 'unused'\n" },
      { path: 'modules/d/server.ts', text: "const at = import.meta.resolve('wasm-d/d.wasm')\n" },
    ]
    expect(serverPackages(made)).toEqual(['@deep/b', 'wasm-d'])
  })

  test('has no stray files at the top level', () => {
    expect(strays(topLevelNames(), ignoredNames())).toEqual([])
    expect(strays(['src', '.env', 'data', 'vitest.config.ts'], 'data/\n')).toEqual(['vitest.config.ts'])
  })

  test('has no file of more than 300 lines and no reminders of unfinished work', () => {
    const long = sources.filter(({ path, text }) => !/\.test\./.test(path) && text.trimEnd().split('\n').length > 300)
    expect(long.map(({ path }) => path)).toEqual([])
    const later = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''))
    const everywhere = [...sources, ...sourcesIn('tests')]
    expect(everywhere.filter(({ text }) => later.test(text)).map(({ path }) => path)).toEqual([])
  })
})

test('what modules register brings no components before the first screen', () => {
  expect(eagerComponents(sources)).toEqual([])
  const eager: Source[] = [
    { path: 'modules/a/module.ts', text: "import { door } from '../b/index.ts'\n" },
    { path: 'modules/b/index.ts', text: "export { Part } from './parts/part.tsx'\n" },
    { path: 'modules/b/parts/part.tsx', text: '' },
  ]
  expect(eagerComponents(eager)).toEqual(['modules/a/module.ts leads to modules/b/parts/part.tsx'])
})

test('bare numbers in styles are steps of the scale, for a number that is none becomes no CSS or a wrong length', () => {
  const properties = '(?:min|max)?(?:[wW]idth|[hH]eight)|boxSize|gap|rowGap|columnGap|margin\\w*|padding\\w*|inset\\w*'
  const written = new RegExp(`\\b(?:${properties}): '-?([\\d.]+)'`, 'g')
  const steps = new Set(Object.keys(tokens.spacing ?? {}))
  const unknown = (text: string) =>
    [...text.matchAll(written)].flatMap(([all, step]) => (steps.has(step ?? '') ? [] : all))
  expect(unknown("{ minHeight: '96', gap: '2', margin: '-1', width: '60%' }")).toEqual(["minHeight: '96'"])
  expect(sources.flatMap(({ path, text }) => unknown(text).map((style) => `${path} ${style}`))).toEqual([])
})

test('npm test reads each file of faults in which it tries something', () => {
  const [, names = ''] = /isBrief \? 'tests\/faults\/\{(.*?)\}/.exec(read('tests/vitest.config.ts')) ?? []
  // A test that nothing leaves to the whole proof.
  const tried = filesIn('tests/faults')
    .filter(
      (path) => path.endsWith('.test.ts') && /^ *(test|it)(\.(each|for)\(.*\))?\($|^ *(test|it)\('/m.test(read(path)),
    )
    .filter((path) => !/describe\.skipIf\(isBrief\)/.test(read(path)))
  expect(tried.map((path) => path.replace(/^.*\/(.*)\.test\.ts$/, '$1')).sort()).toEqual(names.split(',').sort())
})

test('dates and times are written by the functions of src/lib alone, so that each use has one style', () => {
  // These ask what a clock shows in some time zone, or for the name of a month.
  const others = ['src/blocks/today/today.ts', 'modules/daily-logs/observe.ts', 'modules/overtime/parts/labels.ts']
  const own = /DateTimeFormat|toLocale(Date|Time)String/
  const writers = sources.filter(({ path, text }) => !path.startsWith('src/lib/') && own.test(text))
  expect(writers.map(({ path }) => path).sort()).toEqual(others.sort())
})

test('numbers and hours are written by the functions of src/lib alone, so that equal figures look alike everywhere', () => {
  // These write numbers for machines and inputs, or coordinates and scales of drawings.
  const others = [
    'src/ui/number-input/number-input.tsx',
    'modules/drawings/parts/desk/sheet-foot.tsx',
    'modules/drawings/parts/desk/use-sheet-menu.ts',
  ]
  const own = /\.toFixed\(|\.toLocaleString\(|NumberFormat|\bhours(_\w+)?\} h(ours)?\b/
  const writers = sources.filter(
    ({ path, text }) => !/^src\/lib\/|\/sample\//.test(path) && !isTest(path) && !isStory(path) && own.test(text),
  )
  expect(writers.map(({ path }) => path).sort()).toEqual(others.sort())
  expect(['hours.toFixed(2)', '`${mine.hours} h`', '{plan.hours_per_day} h'].every((text) => own.test(text))).toBe(true)
})

describe('references in comments', () => {
  const everything = [...sources, ...sourcesIn('tests')].filter(({ path }) => path !== 'tests/architecture.test.ts')
  const rules = new Set([...read('docs/RULES.md').matchAll(/\*\*([a-z-]+)\*\*/g)].map(([, name]) => name))
  const named = (text: string) =>
    [...text.matchAll(/\(rule ([a-z-]+)[);,]|\b[Rr]ule ([a-z]+(?:-[a-z]+)+)/g)].map(([, one, other]) => one ?? other)

  test('point to things in the repository', () => {
    const papers = new RegExp(['screens', 'design', 'looks', 'drawings'].map((name) => `${name}\\.md`).join('|'))
    // A section is one of a standard, which is named before it.
    const outside = new RegExp(`${papers.source}|(?<!\\bRFC \\d+, )\\bsection \\d`)
    expect(everything.filter(({ text }) => outside.test(text)).map(({ path }) => path)).toEqual([])
    expect(outside.test('(specification section 4)')).toBe(true)
    expect(outside.test('(RFC 6455, section 5.2)')).toBe(false)
  })

  test('to rules are explained in docs/RULES.md, and every rule there is referred to', () => {
    const unknown = everything.flatMap(({ path, text }) =>
      named(text).flatMap((name) => (name && !rules.has(name) ? [`${path}: ${name}`] : [])),
    )
    expect(unknown).toEqual([])
    expect(named('(rule no-such) and rule neither-such')).toEqual(['no-such', 'neither-such'])
    const used = new Set(everything.flatMap(({ text }) => named(text)))
    expect([...rules].filter((name) => !used.has(name))).toEqual([])
  })
})

test('every entity has an icon of the kit, and a singular and a plural noun', async () => {
  const { icons } = await import('#ui/icon/icons.ts')
  const modules = await loadModules()
  const described = modules.flatMap(({ exports }) => Object.values(exports).filter(isEntity))
  expect(described.length).toBeGreaterThan(20)
  for (const { name, display } of described) {
    expect(Object.keys(icons), name).toContain(display.icon)
    expect(display.icon, `${name} has no icon of its own`).not.toBe('file')
    expect(display.plural).not.toBe(display.noun)
  }
})
