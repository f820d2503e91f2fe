import { expect, test } from 'vitest'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, ref, related, number, text } from '#core/entity/fields.ts'
import type { ListState } from '../list-page/list.ts'
import { arrange } from './arrange.ts'
import { NONE, type Viewer } from './facets.ts'
import { initialOf, knownIn, type WorkListSpec } from './spec.ts'

const crates = defineEntity('crate', {
  endpoint: 'api/projects/{project_id}/crates',
  area: 'users',
  sort: 'number',
  fields: {
    project_id: ref('project'),
    number: number({ within: 'project_id', taken: 'Taken.' }),
    title: text().searchable(),
    place: text().optional(),
    size: choice('small', 'large').default('small'),
    assigned_id: ref('user').optional(),
    due_date: date().optional(),
  },
  computed: { assigned_name: related<string | null>('assigned_id', 'name').searchable() },
  workflow: {
    states: { open: { label: 'Open' }, done: { label: 'Done', stamp: 'done' } },
    steps: { finish: { from: ['open'], to: 'done', label: 'Finish', done: 'Finished.' } },
  },
})
type Crate = RecordOf<typeof crates>

let count = 0
/** A crate with the fields that lists depend on. */
const crate = (part: Partial<Crate> = {}) =>
  ({
    id: ++count,
    number: count,
    title: `Crate ${count}`,
    place: null,
    size: 'small',
    assigned_id: null,
    assigned_name: null,
    due_date: null,
    done_at: null,
    ...part,
  }) as Crate

const spec: WorkListSpec<typeof crates> = {
  entity: crates,
  columns: [],
  views: [
    { key: 'all', label: 'All', fits: () => true },
    { key: 'mine', label: 'Mine', fits: ({ assigned_id }, { me }) => assigned_id === me },
  ],
  facets: ['state', 'assigned_id', 'place', 'size'],
  group: 'state',
  sort: 'due_date',
  late: ({ due_date, done_at }, today) => Number(done_at === null && due_date !== null && due_date < today),
  isDone: ({ done_at }) => done_at !== null,
  words: ({ size }) => `of ${size} size`,
}
const viewer: Viewer = { me: 5, user: null, today: '2026-11-22' }
const done = '2026-11-20T10:00:00.000Z'
const arranged = (all: readonly Crate[], change: Partial<ListState> = {}) => {
  const initial = initialOf(spec)
  return arrange(
    spec,
    all,
    { ...initial, ...change, filters: { ...initial.filters, group: '', ...change.filters } },
    viewer,
  )
}
const groupsBy = (all: readonly Crate[], group: string) =>
  arranged(all, { filters: { group } }).groups?.map(({ label, ids, late }) => [label, ids.length, late])

test('states are in the order of the work, and within them what is due first comes first, undated ones last', () => {
  const [undated, later, early] = [crate(), crate({ due_date: '2026-11-25' }), crate({ due_date: '2026-11-20' })]
  const all = [crate({ done_at: done }), undated, later, early]
  expect(groupsBy(all, 'state')).toEqual([
    ['Open', 3, 1],
    ['Done', 1, 0],
  ])
  expect(arranged(all, { filters: { group: 'state' } }).groups?.[0]?.ids).toEqual([early.id, later.id, undated.id])
})

test('descending order leaves empty values last, and equal ones by number', () => {
  const [a, b, c, undated] = [
    crate({ due_date: '2026-11-20' }),
    crate({ due_date: '2026-11-20' }),
    crate({ due_date: '2026-11-25' }),
    crate(),
  ]
  expect(arranged([undated, b, c, a], { sort_direction: 'desc' }).ids).toEqual([c.id, a.id, b.id, undated.id])
})

test('people and texts are in the order of their names, what has none comes last, choices in their own order', () => {
  const all = [
    crate(),
    crate({ assigned_id: 7, assigned_name: 'Kim Tran', place: 'Stage', size: 'large' }),
    crate({ assigned_id: 6, assigned_name: 'Al Reyes' }),
  ]
  expect(groupsBy(all, 'assigned_id')?.map(([label]) => label)).toEqual(['Al Reyes', 'Kim Tran', 'Nobody yet'])
  expect(groupsBy(all, 'place')?.map(([label]) => label)).toEqual(['Stage', 'No place'])
  expect(groupsBy(all, 'size')?.map(([label]) => label)).toEqual(['Small', 'Large'])
})

test('views and filters narrow together, and each filter counts what it would show', () => {
  const mine = crate({ assigned_id: 5, place: 'Dock' })
  const nobodys = crate({ place: 'Dock' })
  const others = crate({ assigned_id: 9, place: 'Yard' })
  const all = [mine, nobodys, others]
  expect(arranged(all, { filters: { view: 'mine' } }).ids).toEqual([mine.id])
  const narrowed = arranged(all, { filters: { place: 'Dock', assigned_id: NONE } })
  expect(narrowed.ids).toEqual([nobodys.id])
  expect(narrowed.options.place).toEqual([{ value: 'Dock', label: 'Dock', count: 1 }])
  expect(narrowed.counts).toEqual({ all: 3, mine: 1 })
})

test('views may be values of another filter, as a kept address has them', () => {
  const [mine, others] = [crate({ assigned_id: 5 }), crate({ assigned_id: 9 })]
  const other = { ...spec, by: 'show' }
  const initial = initialOf(other)
  expect(initial.filters.show).toBe('all')
  const choice = { ...initial, filters: { ...initial.filters, group: '', show: 'mine' } }
  expect(arrange(other, [mine, others], choice, viewer).ids).toEqual([mine.id])
})

test('a number finds its record exactly, in each way it is written; words find what has all of them', () => {
  const seven = crate({ number: 7, title: 'Pump skid' })
  const other = crate({ number: 77, title: 'Seals for pump 7', assigned_name: 'José Díaz' })
  const find = (search: string) => arranged([seven, other], { search }).ids
  for (const search of ['#7', 'crate 7', 'Crate #007']) expect(find(search)).toEqual([seven.id])
  expect(find('7')).toEqual([seven.id, other.id])
  expect(find('77')).toEqual([other.id])
  expect(find('pump seals')).toEqual([other.id])
  expect(find('jose')).toEqual([other.id])
  expect(find('nothing')).toEqual([])
  // What the list adds to the texts that are declared.
  expect(find('seals small')).toEqual([other.id])
})

test('a number in letters and digits is found exactly, whatever its dashes, and by how it begins', () => {
  const sheets = defineEntity('sheet', {
    endpoint: 'api/sheets',
    area: 'users',
    sort: 'number',
    fields: { number: text().searchable(), title: text().searchable() },
  })
  const all = ['E2.1', 'E-2.10', 'A1.1'].map((name, id) => ({ id, number: name, title: `Plan of ${name}` }) as never)
  const find = (search: string) => {
    const list: WorkListSpec<typeof sheets> = {
      entity: sheets,
      columns: [],
      views: [{ key: 'all', label: 'All', fits: () => true }],
      facets: [],
      sort: 'number',
    }
    return arrange(list, all, { ...initialOf(list), search }, viewer).ids
  }
  for (const search of ['E-2.1', 'E2.1', 'e 2.1', 'e–2.1']) expect(find(search)).toEqual([0])
  expect(find('E2.10')).toEqual([1])
  expect(find('e-2')).toEqual([1, 0])
  expect(find('plan e2')).toEqual([1, 0])
})

test('what is outside of what is chosen is told of where a search finds nothing in it', () => {
  const closed = crate({ title: 'Lost', done_at: done })
  const found = arranged([closed, crate()], { search: 'lost', filters: { state: 'open' } })
  expect(found.ids).toEqual([])
  expect(found.outside).toEqual([closed.id])
  expect(arranged([closed], { search: 'lost' }).outside).toEqual([])
})

test('a remembered choice is read as far as it is still known', () => {
  const initial = initialOf(spec)
  const of = (filters: object) => knownIn(spec, { ...initial, filters: { ...initial.filters, ...filters } }).filters
  expect(of({ view: 'mine', group: 'place', size: 'large' })).toMatchObject({
    view: 'mine',
    group: 'place',
    size: 'large',
  })
  expect(of({ group: '' }).group).toBe('')
  expect(of({ view: 'everything', group: 'color' })).toEqual(initial.filters)
})

// Rule saved-view.
test('saved views have their numbers, by what they narrow', () => {
  const all = [crate({ size: 'large' }), crate({ size: 'large', done_at: 'now' }), crate()]
  const choice = initialOf(spec)
  const saved = [{ key: 'saved 1', choice: { ...choice, filters: { ...choice.filters, size: 'large' } } }]
  expect(arrange(spec, all, choice, viewer, saved).counts).toMatchObject({ all: 3, 'saved 1': 2 })
})
