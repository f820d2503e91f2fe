import { expect, test } from 'vitest'
import { defineEntity } from '#core/entity/entity.ts'
import { choice, ref, related, text } from '#core/entity/fields.ts'
import { arrangePages } from './arrange-pages.ts'
import { initialOf, type ListSpec } from './spec.ts'

const crates = defineEntity('crate', {
  endpoint: 'api/crates',
  area: 'projects',
  sort: 'name',
  fields: {
    name: text(),
    size: choice('small', 'large').optional(),
    owner_id: ref('user').optional(),
  },
  computed: { owner_name: related<string | null>('owner_id', 'name') },
  display: { noun: 'crate', icon: 'box' },
})
const spec: ListSpec<typeof crates> = {
  entity: crates,
  columns: [],
  views: [{ key: 'active', label: 'Active' }],
  by: 'status',
  facets: ['size', 'owner_id'],
  sort: 'name',
}
const by = (group: string) => ({ ...initialOf(spec), filters: { ...initialOf(spec).filters, group } })
const stamps = { created_at: '', updated_at: '', deleted_at: null }
const crate = (id: number, values: object) =>
  ({ id, name: `Crate ${id}`, size: null, owner_id: null, owner_name: null, ...stamps, ...values }) as never
const nothing: ReadonlySet<string> = new Set()
const counted = [
  { value: 'small', label: null, count: 3 },
  { value: 'large', label: null, count: 1 },
  { value: null, label: null, count: 2 },
]
const heads = ({ groups }: ReturnType<typeof arrangePages>) =>
  groups?.map(({ label, count, ids }) => [label, count, ids])

test('a group of which rows are missing is the last that is shown', () => {
  const records = [crate(1, { size: 'small' }), crate(2, { size: 'small' })]
  const arranged = arrangePages(spec, { records, groups: counted, folded: nothing }, by('size'))
  expect(heads(arranged)).toEqual([['Small', 3, [1, 2]]])
  expect(arranged.ids).toEqual([1, 2])
})

test('a folded group has its count and name, though none of its rows is loaded', () => {
  const records = [crate(4, { size: 'large' }), crate(5, {})]
  const arranged = arrangePages(spec, { records, groups: counted, folded: new Set(['small']) }, by('size'))
  expect(heads(arranged)).toEqual([
    ['Small', 3, []],
    ['Large', 1, [4]],
    ['No size', 2, [5]],
  ])
})

test('the server names the groups of other records', () => {
  const records = [crate(1, { owner_id: 7, owner_name: 'Ann' })]
  const groups = [
    { value: '7', label: 'Ann', count: 1 },
    { value: '9', label: 'Bo', count: 4 },
  ]
  const arranged = arrangePages(spec, { records, groups, folded: nothing }, by('owner_id'))
  expect(heads(arranged)).toEqual([
    ['Ann', 1, [1]],
    ['Bo', 4, []],
  ])
})

test('what was made here a moment ago has its group before the server has counted it', () => {
  const records = [crate(-1, { owner_id: 3, owner_name: 'Cy' }), crate(1, { owner_id: 7, owner_name: 'Ann' })]
  const groups = [{ value: '7', label: 'Ann', count: 1 }]
  const arranged = arrangePages(spec, { records, groups, folded: nothing }, by('owner_id'))
  expect(heads(arranged)).toEqual([
    ['Cy', 1, [-1]],
    ['Ann', 1, [1]],
  ])
  expect(arranged.ids).toEqual([-1, 1])
})

test('without the server’s counts, rows of an earlier visit are grouped as they are', () => {
  const records = [crate(1, { size: 'large' }), crate(2, { size: 'small' }), crate(3, { size: 'large' })]
  const arranged = arrangePages(spec, { records, groups: undefined, folded: nothing }, by('size'))
  expect(heads(arranged)).toEqual([
    ['Small', 1, [2]],
    ['Large', 2, [1, 3]],
  ])
})

test('without a grouping there are rows alone', () => {
  const arranged = arrangePages(spec, { records: [crate(2, {})], groups: undefined, folded: nothing }, by(''))
  expect(arranged).toMatchObject({ groups: undefined, ids: [2] })
})
