import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isStory, isTest, root, sourcesIn } from './architecture.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The options of what a module describes, and what its server may call. */
const interfaces = [
  ['src/core/entity/entity-spec.ts', 'EntitySpec'],
  ['src/core/entity/workflow.ts', 'Workflow'],
  ['src/core/entity/rules.ts', 'Rules'],
  ['src/core/entity/field.ts', 'Field'],
  ['src/core/module/define-module.ts', 'ModuleSpec'],
  ['src/server/define-server.ts', 'ServerSpec'],
  ['src/server/define-server.ts', 'Hooks'],
  ['src/server/define-server.ts', 'Serving'],
  ['src/server/ctx.ts', 'Ctx'],
  ['src/server/asking.ts', 'Asking'],
  ['src/server/deriving.ts', 'Deriving'],
] as const
const membersOf = (path: string, name: string) => {
  const [, body = ''] = new RegExp(`interface ${name}\\b[^]*?\\{\\n([^]*?)\\n\\}`).exec(read(path)) ?? []
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:<]/gm)].flatMap(([, member]) => member ?? [])
}
/** What only the machinery reads of a field. */
const inner = ['kind', 'schema', 'fallback', 'facts']

/** Functions and values that descriptions and servers of modules are written with; screens have their own. */
const places = /^#(?:core\/(?:entity|query|access|module|report)|server)\//
const described = /^modules\/[^/]+\/(?!screens|dialogs|parts)/
const imported = sourcesIn('modules')
  .filter(({ path }) => described.test(path) && !isTest(path) && !isStory(path) && !/sample/.test(path))
  .flatMap(({ text }) => [...text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)])
  .flatMap(([, names = '', from = '']) => (places.test(from) ? names.split(',') : []))
  .map((name) => name.trim().replace(/ as \w+$/, ''))
  .filter((name) => /^[a-zA-Z]/.test(name) && !name.startsWith('type '))

const names = new Set([...interfaces.flatMap(([path, name]) => membersOf(path, name)), ...imported])
for (const name of inner) names.delete(name)

/** The section of docs/ARCHITECTURE.md that lists them by what one wants to do. */
const section = /## What a module is written with\n([^]*?)\n## /.exec(read('docs/ARCHITECTURE.md'))?.[1] ?? ''
const listed = [...section.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? [])

test('what a module is written with is listed, each name once, by what one wants to do', () => {
  expect([...names].filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name, at) => !names.has(name) || listed.indexOf(name) !== at)).toEqual([])
})

test('it does not become more to learn', () => {
  expect(names.size).toBeLessThanOrEqual(161)
})
