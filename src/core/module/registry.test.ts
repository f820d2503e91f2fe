import { describe, expect, test } from 'vitest'
import { area, can, nobody, type CurrentUser } from '../access/access.ts'
import { defineEntity } from '../entity/entity.ts'
import { embed, ref, text } from '../entity/fields.ts'
import { defineModule, type ModuleSpec } from './define-module.ts'
import { createRegistry } from './registry.ts'
import { slot } from './slot.ts'

const screen = () => Promise.resolve({ default: () => null })
const link = (to: string, order?: number) => ({ to, label: to, icon: 'x', ...(order !== undefined && { order }) })
const jobs = defineEntity('job', {
  endpoint: 'api/jobs',
  area: area('jobs', {}),
  sort: 'name',
  fields: { name: text() },
})
const other = (name: string, more: object = {}) =>
  defineEntity(name, { endpoint: `api/${name}s`, area: 'jobs', sort: 'name', fields: { name: text() }, ...more })
type Named = ModuleSpec & { id: string }
const build = (...specs: Named[]) => createRegistry(specs.map(({ id, ...spec }) => ({ id, ...defineModule(spec) })))
const user: CurrentUser = {
  id: 1,
  name: 'Kim',
  email: '',
  role: 'employee',
  customer_id: null,
  contact_type_id: null,
  permissions: { jobs: { view: true } },
}

describe('putting modules together', () => {
  test('what is spelled out stands before parameters, at every depth', () => {
    const paths = ['/jobs/:id', '/jobs/:id/notes', '/jobs', '/jobs/new', '/:page', '/jobs/:id/:tab']
    const registry = build({ id: 'a', routes: Object.fromEntries(paths.map((path) => [path, { screen }])) })
    const at = (path: string) => registry.routes.findIndex((one) => one.path === path)
    expect(at('/jobs')).toBeLessThan(at('/:page'))
    expect(at('/jobs/new')).toBeLessThan(at('/jobs/:id'))
    expect(at('/jobs/:id/notes')).toBeLessThan(at('/jobs/:id/:tab'))
  })

  test('links stand by order and then by module, and only for whom their guard lets in', () => {
    const registry = build(
      { id: 'b', sidebar: [link('/b', 2), { ...link('/hidden'), guard: nobody }] },
      { id: 'a', sidebar: [link('/a2', 2), { ...link('/a1', 1), guard: can('view', 'jobs') }] },
    )
    expect(registry.sidebar(user).map(({ to }) => to)).toEqual(['/a1', '/a2', '/b'])
    expect(registry.sidebar(null).map(({ to }) => to)).toEqual(['/a2', '/b'])
  })

  test('a setup page is a guarded route and an entry, closed to visitors', () => {
    const registry = build({ id: 'a', setup: [{ ...link('/setup/x'), guard: can('view', 'jobs'), screen }] })
    const [page] = registry.routes
    expect([page?.path, page?.guard?.(user), page?.guard?.(null)]).toEqual(['/setup/x', true, false])
    expect(registry.setup(user)).toHaveLength(1)
    expect(registry.setup({ ...user, permissions: {} })).toHaveLength(0)
  })

  test('a setup page may have a route with parameters, which comes after those of other pages', () => {
    const registry = build({
      id: 'a',
      setup: [
        { ...link('/setup/papers'), path: '/setup/:which', screen },
        { ...link('/setup/x'), screen },
      ],
    })
    expect(registry.routes.map(({ path }) => path)).toEqual(['/setup/x', '/setup/:which'])
    expect(registry.setup(user).map(({ to }) => to)).toEqual(['/setup/papers', '/setup/x'])
  })

  test('slots hand out what others put in, in order, as far as one may see it', () => {
    const tabs = slot<string>('tabs')
    const registry = build({
      id: 'a',
      fills: [tabs('second', { order: 2 }), tabs('first', { order: 1 }), tabs('secret', { guard: nobody })],
    })
    expect(registry.filled(tabs, user)).toEqual(['first', 'second'])
    expect(registry.filled(slot('others'), user)).toEqual([])
  })

  test.each<[string, Named[], RegExp]>([
    [
      'two entities',
      [
        { id: 'a', entities: [jobs] },
        { id: 'b', entities: [other('job', { endpoint: 'api/x' })] },
      ],
      /Entity "job" .* a and again by b/,
    ],
    [
      'two endpoints',
      [
        { id: 'a', entities: [jobs] },
        { id: 'b', entities: [other('task', { endpoint: 'api/jobs' })] },
      ],
      /Endpoint "api\/jobs" .* a and again by b/,
    ],
    [
      'two areas',
      [
        { id: 'a', entities: [jobs] },
        { id: 'b', entities: [other('task', { area: area('jobs', {}) })] },
      ],
      /Area "jobs" .* a and again by b/,
    ],
    [
      'two paths',
      [
        { id: 'a', routes: { '/x/:a': { screen } } },
        { id: 'b', routes: { '/x/:b': { screen } } },
      ],
      /Path .* a and again by b/,
    ],
    [
      'a route and a setup page',
      [
        { id: 'a', routes: { '/setup/x': { screen } } },
        { id: 'b', setup: [{ ...link('/setup/x'), screen }] },
      ],
      /Path "\/setup\/x"/,
    ],
    ['an area nobody declares', [{ id: 'b', entities: [other('task')] }], /"task" of b names the area "jobs"/],
    [
      'a ref to nobody',
      [{ id: 'a', entities: [jobs, other('task', { fields: { name: text(), tool_id: ref('tool') } })] }],
      /"task" of a refers to "tool"/,
    ],
    [
      'an embed of nobody',
      [{ id: 'a', entities: [jobs, other('task', { computed: { tool_ids: embed('tool') } })] }],
      /"task" of a refers to "tool"/,
    ],
  ])('%s of one name or none stop the start, naming the owners', (_, specs, message) => {
    expect(() => build(...specs)).toThrow(message)
  })

  test('a path without its slash is refused', () => {
    expect(() => defineModule({ tiles: [link('x')] })).toThrow(/path "x" must start with "\/"/)
  })
})
